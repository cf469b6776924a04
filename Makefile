# make help     says what can be made
# make V=1      shows the commands

VERSION := 0.1.0

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man

CFLAGS = -O2 -g
INSTALL = install

# ---- what is compiled ----

# lib/prelude.jq, lib/rules/*.yaml and lib/metaschema/*.yaml are built in, as
# build/embed.c.
EMBEDDED := $(wildcard lib/prelude.jq) $(sort $(wildcard lib/rules/*.yaml)) \
    $(sort $(wildcard lib/metaschema/*.yaml))

LIB := $(sort $(wildcard lib/*.c)) build/embed.c
CLI := $(sort $(wildcard cli/*.c))
UNIT := $(sort $(wildcard bats/unit/*.c))

# ---- how ----

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes \
    -Wstrict-prototypes -Wwrite-strings -Wcast-qual -Wformat=2 \
    -Wimplicit-fallthrough -Wvla -Wundef

PKG_CONFIG = pkg-config
PACKAGES := yyjson libpcre2-8 yaml-0.1

# libjq 1.6 has no .pc file.
DEP_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PACKAGES) 2>/dev/null) \
    $(shell $(PKG_CONFIG) --cflags libjq 2>/dev/null)
DEP_LIBS := $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null) \
    $(shell $(PKG_CONFIG) --libs libjq 2>/dev/null || echo -ljq) -lm

BASE := -std=c11 -D_POSIX_C_SOURCE=200809L -DTF_VERSION='"$(VERSION)"' \
    -Ilib -fvisibility=hidden -pthread $(WARNINGS) $(DEP_CFLAGS)
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all

# Each way to compile has its own directory under build/, so that no two mix:
#	release		the program
#	asan		the program that the tests run
#	gcc, clang	for their warnings only, which are errors
release = $(CC) $(BASE) $(CPPFLAGS) $(CFLAGS)
asan = gcc $(BASE) -O1 -g -fno-omit-frame-pointer $(SANITIZE)
gcc = gcc $(BASE) -O2 -Werror
clang = clang $(BASE) -Werror

Q := $(if $(V),,@)
SAY = $(if $(V),:,echo)

all: build/toolfix

.PHONY: all demo check check-build lint bench install uninstall dist clean \
    help FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

# These make things by a make of their own, which must not meet another one.
ifneq ($(filter check demo clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# ---- objects ----

objects = $(patsubst %.c,build/$(1)/%.o,$(2))

build/release/%.o: %.c build/flags
	@mkdir -p $(@D); $(SAY) '  CC    $<'
	$(Q)$(release) -MMD -MP -c -o $@ $<

build/asan/%.o: %.c build/flags
	@mkdir -p $(@D); $(SAY) '  ASAN  $<'
	$(Q)$(asan) -MMD -MP -c -o $@ $<

# Some of gcc's warnings need the optimizer; the object is not used.
build/gcc/%.o: %.c build/flags
	@mkdir -p $(@D); $(SAY) '  GCC   $<'
	$(Q)$(gcc) -MMD -MP -c -o $@ $<

build/clang/%.o: %.c build/flags
	@mkdir -p $(@D); $(SAY) '  CLANG $<'
	$(Q)$(clang) -MMD -MP -c -o $@ $<

# The directory is newer when a file has come or gone.
build/embed.c: .ci/embed $(EMBEDDED) $(wildcard lib/rules lib/metaschema)
	@mkdir -p $(@D); $(SAY) '  EMBED $@'
	$(Q)sh .ci/embed $(EMBEDDED) >$@

# Other flags, another build. Changes only when its content does.
FLAGS = $(release) $(LDFLAGS) $(LDLIBS) $(DEP_LIBS)
build/flags: FORCE
	@$(PKG_CONFIG) --exists $(PACKAGES) || { \
	    echo 'Libraries are missing: run .ci/setup' >&2; exit 1; }
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || \
	    echo '$(subst ','\'',$(FLAGS))' >$@

# ---- programs ----

build/libtoolfix.a: $(call objects,release,$(LIB))
build/asan/libtoolfix.a: $(call objects,asan,$(LIB))
%/libtoolfix.a:
	@$(SAY) '  AR    $@'
	$(Q)rm -f $@ && $(AR) rcs $@ $^

build/toolfix: $(call objects,release,$(CLI)) build/libtoolfix.a
	@$(SAY) '  LINK  $@'
	$(Q)$(release) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(DEP_LIBS)

build/asan/toolfix: $(call objects,asan,$(CLI)) build/asan/libtoolfix.a
	@$(SAY) '  LINK  $@'
	$(Q)$(asan) -o $@ $^ $(DEP_LIBS)

build/asan/unit/%: build/asan/bats/unit/%.o build/asan/libtoolfix.a
	@mkdir -p $(@D); $(SAY) '  LINK  $@'
	$(Q)$(asan) -o $@ $^ $(DEP_LIBS)

ALL_SOURCES := $(LIB) $(CLI) $(UNIT)
UNIT_OBJECTS := $(call objects,asan,$(UNIT))
UNIT_PROGRAMS := $(patsubst bats/unit/%.c,build/asan/unit/%,$(UNIT))
.SECONDARY: $(UNIT_OBJECTS)

DEPS := $(foreach way,release asan gcc clang, \
    $(patsubst %.o,%.d,$(call objects,$(way),$(ALL_SOURCES))))
-include $(wildcard $(DEPS))

# ---- what people make ----

# With all processors, unless the user has said how many.
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
SUBMAKE = $(MAKE) --no-print-directory \
    $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

demo:
	@sh .ci/setup build
	+@$(SUBMAKE) SAY=: all
	@TOOLFIX='$(CURDIR)/build/toolfix' bats/demo

# A second make, since only after the set-up are the libraries there to find.
check:
	@sh .ci/setup check
	+@$(SUBMAKE) check-build
	@JOBS=$(JOBS) bash .ci/test

check-build: all build/asan/toolfix $(UNIT_PROGRAMS) \
    $(call objects,gcc,$(ALL_SOURCES)) $(call objects,clang,$(ALL_SOURCES))

lint: build/libtoolfix.a
	@bash .ci/lint

bench: build/toolfix
	@if [ -x bats/bench/run ]; then \
		TOOLFIX='$(CURDIR)/build/toolfix' bats/bench/run; \
	else \
		echo 'no bats/bench/run here'; \
	fi

MANUALS := $(wildcard man/*.1 man/*.3 man/*.5)

install: build/toolfix
	$(INSTALL) -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)' \
	    '$(DESTDIR)$(INCLUDEDIR)'
	$(INSTALL) -m 755 build/toolfix '$(DESTDIR)$(BINDIR)/toolfix'
	$(INSTALL) -m 644 build/libtoolfix.a '$(DESTDIR)$(LIBDIR)/libtoolfix.a'
	$(INSTALL) -m 644 lib/toolfix.h '$(DESTDIR)$(INCLUDEDIR)/toolfix.h'
	@set -e; for page in $(MANUALS); do \
		dir='$(DESTDIR)$(MANDIR)'/man$${page##*.}; \
		$(INSTALL) -d "$$dir"; \
		$(INSTALL) -m 644 "$$page" "$$dir/"; \
	done

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/toolfix' \
	    '$(DESTDIR)$(LIBDIR)/libtoolfix.a' \
	    '$(DESTDIR)$(INCLUDEDIR)/toolfix.h'
	@for page in $(MANUALS); do \
		rm -f '$(DESTDIR)$(MANDIR)'/man$${page##*.}/$${page##*/}; \
	done

# What is committed, and nothing else.
dist:
	@mkdir -p build
	git archive --prefix=toolfix-$(VERSION)/ \
	    -o build/toolfix-$(VERSION).tar.gz HEAD

clean:
	rm -rf build

help:
	@echo 'make            build/toolfix'
	@echo 'make demo       install what is missing, build, show the main job'
	@echo 'make check      install what the tests need, build, run them all'
	@echo 'make lint       the checks of .ci/lint alone'
	@echo 'make bench      the measurements of bats/bench/run'
	@echo 'make install    below PREFIX ($(PREFIX)), in DESTDIR; also: uninstall'
	@echo 'make dist       build/toolfix-$(VERSION).tar.gz, of HEAD'
	@echo 'make clean      remove build/'
	@echo 'Set at will: CC CFLAGS CPPFLAGS LDFLAGS LDLIBS; V=1 shows commands.'
