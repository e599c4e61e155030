/* Tier `full`: keeps resolv.conf inside like the host's. When the host changes networks, its
 * resolv.conf is replaced, usually by renaming; the sandbox has a file of its own, so a sidecar
 * waits for changes and copies them. Where it cannot be started, the name servers stay those of
 * the launch. */
#include "net/net.h"

#include "base/memory.h"
#include "base/sidecar.h"
#include "host/read.h"
#include "plan/plan.h"
#include "vocab/words.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/mount.h>

enum { LINKS_MAX = 8 };

static const struct cb_op *find_file(const struct cb_plan *plan)
{
	const char *word = cb_word_inside(CB_INSIDE_RESOLV);
	for (size_t i = 0; i < plan->op_count; i++)
		if (plan->ops[i].text && strcmp(plan->ops[i].from, word) == 0)
			return &plan->ops[i];
	return NULL;
}

/* Opens the file inside for writing. The root is mounted read-only over a directory of the stage;
 * a clone of the stage's mount, without the mounts in it, shows that directory itself. */
static int open_inside(const struct cb_plan *plan, const struct cb_op *op)
{
	int stage = open(plan->stage, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int bare = (int)syscall(SYS_open_tree, stage, "",
				OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | (unsigned)AT_EMPTY_PATH);
	int file =
	    openat(bare, cb_format(CB_TREE_NAME "%s", op->to), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	close(bare);
	close(stage);
	return file;
}

/* Watches the directory that holds `path`, or the nearest above it that is there. */
static void watch_above(int watch, const char *path)
{
	char dir[PATH_MAX], *end;
	stpcpy(dir, path);
	do {
		end = strrchr(dir, '/');
		*end = '\0';
	} while (inotify_add_watch(watch, end > dir ? dir : "/",
				   IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) < 0 &&
		 errno == ENOENT && end > dir);
}

/* Watches the directories of the file and of each link that leads to it. */
static int watch_way(void)
{
	char path[PATH_MAX] = CB_RESOLV_PATH, target[PATH_MAX];
	int watch = inotify_init1(IN_CLOEXEC);
	for (int links = 0; links < LINKS_MAX; links++) {
		watch_above(watch, path);
		ssize_t len = readlink(path, target, sizeof target - 1);
		if (len <= 0)
			break;
		target[len] = '\0';
		char *name = target[0] == '/' ? path : strrchr(path, '/') + 1;
		if ((size_t)(name - path) + (size_t)len >= sizeof path)
			break;
		stpcpy(name, target);
	}
	return watch;
}

/* Copies the host's file into the one inside if it has changed; returns what is inside now. A file
 * that is missing, empty or not regular changes nothing. */
static char *carry(int inside, char *known)
{
	size_t size;
	char *text = cb_file_read(CB_RESOLV_PATH, CB_RESOLV_LIMIT, true, &size);
	bool news = text && size > 0 && strcmp(text, known) != 0 &&
		    pwrite(inside, text, size, 0) == (ssize_t)size &&
		    ftruncate(inside, (off_t)size) == 0;
	free(news ? known : text);
	return news ? text : known;
}

/* The watches are made anew each time: one on a directory that a link once led to would stay. */
static void run(void *data)
{
	const struct cb_plan *plan = data;
	const struct cb_op *op = find_file(plan);
	int inside = op ? open_inside(plan, op) : -1;
	char *known = inside < 0 ? NULL : cb_strdup(op->text);
	struct pollfd polls[] = { { .fd = CB_SIDECAR_LIFE, .events = POLLIN },
				  { .events = POLLIN } };
	close(CB_SIDECAR_LAUNCHER);
	while (known && !polls[0].revents) {
		polls[1].fd = watch_way();
		known = carry(inside, known);
		if (polls[1].fd < 0 || poll(polls, 2, -1) < 0)
			return;
		close(polls[1].fd);
	}
}

void cb_net_follow_resolv_conf(const struct cb_plan *plan)
{
	int life = cb_sidecar_open_self();
	if (life >= 0)
		cb_sidecar_start(run, (void *)plan, life);
}
