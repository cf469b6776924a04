/*
 * Runs a command and writes what it took into a file, as one line:
 * processor seconds (user and system), elapsed seconds, peak memory in KiB.
 *
 *	measure [-n RUNS] FILE COMMAND [ARGUMENT]...
 *
 * With -n the command is run several times, and seconds are those of one run.
 * The exit status is the highest of the command's, or 128 and more after a
 * signal, or 127 when it could not be run.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double
now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static double
seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static int
run(char **argv)
{
	pid_t pid;
	int status;
	int err = posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ);

	if (err != 0) {
		fprintf(stderr, "measure: %s: %s\n", argv[0], strerror(err));
		return 127;
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return 127;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int
main(int argc, char **argv)
{
	struct rusage used;
	unsigned long runs = 1;
	int option, worst = 0;
	double start;
	FILE *file;

	/* A leading + is for glibc: options of the command are its own. */
	while ((option = getopt(argc, argv, "+n:")) == 'n')
		runs = strtoul(optarg, NULL, 10);
	if (option != -1 || argc - optind < 2 || runs == 0) {
		fputs("usage: measure [-n RUNS] FILE COMMAND...\n", stderr);
		return 127;
	}
	start = now();
	for (unsigned long i = 0; i < runs; i++) {
		int status = run(argv + optind + 1);

		if (status > worst)
			worst = status;
	}
	start = now() - start;
	getrusage(RUSAGE_CHILDREN, &used);

	file = fopen(argv[optind], "w");
	if (file == NULL) {
		perror("measure");
		return 127;
	}
	fprintf(file, "%.6f %.6f %ld\n",
	    (seconds(used.ru_utime) + seconds(used.ru_stime)) / (double)runs,
	    start / (double)runs, used.ru_maxrss);
	return fclose(file) == 0 ? worst : 127;
}
