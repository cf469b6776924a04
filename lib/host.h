/*
 * host.h - names and addresses of hosts, as texts (layer: base).
 */
#ifndef TF_HOST_H
#define TF_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "pattern.h"

/* RFC 1123 section 2.1: labels of letters, digits and inner hyphens. */
bool tf_host_is_name(const char *bytes, size_t len);

/* RFC 2673 section 3.2: four numbers to 255, without leading zeros. */
bool tf_host_is_ipv4(const char *bytes, size_t len);

/* RFC 4291 section 2.2. */
bool tf_host_is_ipv6(const char *bytes, size_t len);

/*
 * What the Unicode text of a label that starts with "xn--" must not match
 * (RFC 5891 section 4.2, RFC 5892): a character that is neither letter, digit
 * nor mark, nor one of the exceptions; a mark at the start; the characters
 * that are allowed in some contexts only, in others.
 */
#define TF_HOST_WRONG_LABEL                                                 \
	"^\\p{M}|^-|-$|^..--|"                                              \
	"[^\\p{Ll}\\p{Lo}\\p{Lm}\\p{Mn}\\p{Mc}\\p{Nd}\\-\\u00b7\\u0375"     \
	"\\u05f3\\u05f4\\u30fb\\u06fd\\u06fe\\u0f0b\\u3007\\u200c\\u200d]|" \
	"[\\u0640\\u07fa\\u302e\\u302f\\u3031-\\u3035\\u303b]|"             \
	"(?<!l)\\u00b7|\\u00b7(?!l)|"                                       \
	"\\u0375(?!\\p{Script=Greek})|"                                     \
	"(?<!\\p{Script=Hebrew})[\\u05f3\\u05f4]|"                          \
	"^[^\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]*"      \
	"\\u30fb"                                                           \
	"[^\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]*$|"     \
	"[\\u0660-\\u0669].*[\\u06f0-\\u06f9]|"                             \
	"[\\u06f0-\\u06f9].*[\\u0660-\\u0669]|"                             \
	"(?<![" TF_HOST_VIRAMAS "])\\u200d|"                                \
	"(?<![" TF_HOST_VIRAMAS "])(?<![" TF_HOST_JOINERS "])\\u200c|"      \
	"(?<![" TF_HOST_VIRAMAS "])\\u200c(?![" TF_HOST_JOINERS "])"

/* Canonical combining class 9. */
#define TF_HOST_VIRAMAS                                                   \
	"\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b" \
	"\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714" \
	"\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f" \
	"\\ua806\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed"

/* Scripts whose letters join each other. */
#define TF_HOST_JOINERS                                             \
	"\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}" \
	"\\p{Script=Nko}\\p{Script=Phags_Pa}"

/*
 * False where a label of the name starts with "xn--" and is not the Punycode
 * (RFC 3492) of a text that wrong, a pattern of the above, does not match.
 */
bool tf_host_labels_match(const struct tf_pattern *wrong,
    struct tf_matcher *matcher, const char *bytes, size_t len);

#endif
