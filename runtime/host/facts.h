/* What the launcher knows of the host: types only. The functions in host/read-facts.h fill them,
 * and the plan decides by them; tests fill them by hand to plan for hosts that do not exist. What
 * could not be read has a value of its own: no NULL means both that there is nothing and that
 * nothing could be read. */
#ifndef CB_HOST_FACTS_H
#define CB_HOST_FACTS_H

#include "base/strv.h"
#include "formats/git-identity.h"
#include "formats/watch-record.h"
#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Where the host's name servers are, and what is too large to be that. */
#define CB_RESOLV_PATH "/etc/resolv.conf"
#define CB_RESOLV_LIMIT ((size_t)65536)

/* What a file says. */
struct cb_contents {
	char *text; /* with a NUL behind it; NULL: see `error` */
	size_t size;
	int error; /* 0: it was read, or nobody looked; ENOENT: there is none; else why it cannot be
		      read */
};

/* Where git is around the current directory, by its pointer files, which an agent can write:
 * host/git.c. */
struct cb_git {
	char *top; /* the work tree around cwd; NULL: none */
	const char *
	    forged; /* why its .git is not believed, and nothing else here is filled; NULL: it is */
	char *gitdir; /* its git directory; NULL: none */
	char *common; /* git directory outside the work tree that must be there too; NULL: none */
	char *root;   /* what all work trees of the repository have in common; NULL: none */
	char *passed; /* a .git around cwd that is not taken for a repository; NULL: none */
	const char *fault; /* why */
};

/* The project, as plan/guard.h chose it from the facts above it in struct cb_facts. Those below it
 * are read for it. */
struct cb_project {
	char *path;      /* the directory that is shown */
	bool is_git_top; /* it is the work tree that `git` is about */
	char
	    *top_refused; /* why the top level of git is not shown; NULL: it is, or there is none */
	char
	    *root; /* what its state is named after: all work trees of a repository have the same */
	char *state; /* its state directory, relative to ~/.claudebox */
	char *
	    common_record; /* there: where git.common is remembered; NULL: there is no git.common */
};

/* A host path somebody wants to mount, where it really leads. */
struct cb_source {
	char *real; /* NULL: it does not exist, or the row has none */
	bool is_directory, is_socket;
};

/* The agent's program. */
struct cb_agent {
	char *program; /* real path; NULL: not found */
	char *package; /* what must be shown for it to run: itself, or the package of a script */
	char *passed;  /* the first `claude` on PATH that was not taken; NULL: there was none */
	const char *fault; /* what that is */
};

/* The project's list of its own tools (EXT-01), and what was last built. */
struct cb_tools_facts {
	bool asked;                    /* the project has a list */
	const char *fault;             /* why it cannot be used; NULL: it can */
	struct cb_contents list;       /* as the project wrote it */
	struct cb_contents built_from; /* the record of the list that was built */
	char *built;                   /* the store path it was built to; NULL: none is there */
};

/* The login that all projects share. */
struct cb_login {
	bool there;        /* in its place, or in its old one */
	bool old;          /* ~/.claudebox/.credentials.json is a file */
	char *stranger;    /* a name beside it that is not the client's; NULL: there is none */
	const char *fault; /* what that is */
	char *account;     /* whose it is, as formats/login.h names it; NULL: there is no login */
	char *known;       /* whose it was at the last launch; NULL: that is not known */
};

/* What the policy wants done with a path of the project: read-only inside, named when it changes,
 * or covered. */
enum cb_role { CB_ROLE_PROTECT, CB_ROLE_WATCH, CB_ROLE_HIDE };

/* Something to protect or to hide that exists. */
struct cb_project_path {
	char *path;      /* absolute; no link in it below `root_len` */
	size_t root_len; /* length of the part that is the shown directory it lies in */
	enum cb_role role;
	bool is_directory;
	char *config; /* contents of a git configuration, which is shown as a copy; else NULL */
	size_t config_size;
	bool config_only; /* the policy does not protect it */
};

/* Why the look at the project's paths was given up: nothing can be started. */
enum cb_obstacle_kind {
#define X(NAME, hint) CB_OBSTACLE_##NAME,
#include "host/obstacles.def"
#undef X
};
struct cb_obstacle {
	enum cb_obstacle_kind kind;
	char *path; /* NULL: there is no obstacle */
	char *why;
};

/* The files in watched places, and what the last launch has seen there. */
struct cb_watch {
	struct cb_watched *files;
	size_t count, cap;
	bool full; /* there are more than are compared */
	struct cb_contents record;
};

/* The paths of the project, and of what else is shown, that the policy treats apart. */
struct cb_project_paths {
	struct cb_obstacle obstacle;
	struct cb_project_path *items; /* to protect or to hide */
	size_t count, cap;
	struct cb_watch watch;
	struct cb_strv links;        /* in git directories, that lead nowhere else */
	struct cb_strv secret_files; /* of the project, relative; a few at most */
	struct cb_strv hard_links;   /* the same */
	struct cb_contents index;    /* git's list of tracked files, where it is asked for */
};

/* What in the agent's memory can run something, which all profiles of a project share. */
struct cb_agent_memory {
	char *path;                  /* where it lies */
	struct cb_obstacle obstacle; /* of kind MEMORY */
	struct cb_watch watch;       /* the record is of this profile's last session */
	bool shared;                 /* another profile has had a session too */
};

#define CB_STREAM_COUNT 3

/* What a standard stream is. */
struct cb_stream {
	bool is_socket;
	int domain, type; /* of a socket: AF_…, SOCK_…; -1: unknown */
	bool listens, is_connected;
};

struct cb_facts {
	/* The user. */
	uid_t uid;
	gid_t gid;
	char *user;
	char *home;         /* real path; where HOME is inside too */
	char *home_passwd;  /* real path of the other home, guarded as well; may equal home */
	bool state_is_link; /* ~/.claudebox is a symbolic link */
	char *const *env;   /* the host's environment, borrowed */

	/* Where the launch was started, and what may never be shown. */
	char *cwd; /* real path */
	struct cb_git git;
	char *ssh_agent; /* real path of the ssh-agent's socket; NULL: there is none */
	struct cb_strv
	    secret_reals; /* where secret paths lead that are or lie behind symbolic links */

	struct cb_project project;

	char *self; /* real path of this launcher */
	struct cb_identity identity;
	struct cb_agent agent;
	struct cb_source *sources; /* one a mount row of the policy */
	size_t source_count;
	struct cb_source *extras; /* one a mount of the command line, read-only ones first */
	size_t extra_count, extra_ro_count;

	char *resolv_conf; /* contents; NULL: there is none that can be read, and no name server */
	char *localtime;
	size_t localtime_size;
	char *zone; /* contents of the file that TZ names; NULL: it names no time zone */
	size_t zone_size;
	bool has_keys; /* there is a /proc/keys, which a kernel may lack */

	struct cb_contents common_record; /* what git.common was at the first launch, "" for none */
	struct cb_contents refusals;      /* what the proxy refused in the last session */
	struct cb_login login;
	struct cb_agent_memory memory;
	struct cb_tools_facts tools;
	struct cb_project_paths paths;

	enum cb_nix_answer nix; /* ABSENT where nobody asked */
	struct cb_stream streams[CB_STREAM_COUNT];
	enum cb_userns userns;
	bool in_background;             /* of its terminal, or it has none in the foreground */
	bool int_ignored, quit_ignored; /* by whoever started us: the agent inherits it */
};

#endif
