/* What the launcher knows about the host: types only. The functions of host/read-facts.h fill them
 * and the plan decides by them. Tests fill them by hand, to plan for hosts that do not exist. A
 * value that could not be read is told apart from one that is not there: NULL never means both. */
#ifndef CB_HOST_FACTS_H
#define CB_HOST_FACTS_H

#include "base/strv.h"
#include "formats/git-identity.h"
#include "formats/watch-record.h"
#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Where the host names its DNS servers; larger files are not that. */
#define CB_RESOLV_PATH "/etc/resolv.conf"
#define CB_RESOLV_LIMIT ((size_t)65536)

/* A file that was read, or why it was not. `error` is 0 where it was read, or where nobody tried;
 * ENOENT where there is no file; else the error of reading it. `text` is NULL unless it was read,
 * and ends with a NUL. */
struct cb_contents {
	char *text;
	size_t size;
	int error;
};

/* The repository around the current directory, as its pointer files describe it. An agent can write
 * them: host/git.c believes them only where they agree with each other. Where they do not, only
 * `top` and `forged` are set. */
struct cb_git {
	char *top;          /* the work tree around cwd; NULL: none */
	const char *forged; /* why its .git is not believed; NULL: it is */
	char *gitdir;       /* its git directory; NULL: none */
	char *common;       /* the git directory outside the work tree that it needs; NULL: none */
	char *root;         /* the same for all work trees of a repository; NULL: no repository */
	char *skipped;      /* a .git around cwd that is no repository of the user; NULL: none */
	const char *skipped_why; /* what is wrong with it */
};

/* The project, chosen by plan/guard.h. Whatever stands below it in struct cb_facts is read for this
 * project. */
struct cb_project {
	char *path;          /* the directory that is shown read-write */
	bool is_git_top;     /* it is git.top */
	char *top_refused;   /* why it is not git.top; NULL: it is, or there is no git.top */
	char *root;          /* names the state: the same for all work trees of a repository */
	char *state;         /* the state directory, relative to ~/.claudebox */
	char *common_record; /* where git.common is remembered, likewise; NULL: nowhere */
	char *agreed_record; /* where the plan is that the user agreed to, likewise */
};

/* A host path to be mounted, with its links resolved. */
struct cb_source {
	char *real; /* NULL: it does not exist, or the mount has no source */
	bool is_directory, is_socket;
};

/* The agent's program. */
struct cb_agent {
	char *program; /* real path; NULL: not found */
	char *package; /* what to mount for it: the program, or the npm package of a script */
	char *skipped; /* the first `claude` on PATH that cannot be used; NULL: none */
	const char *skipped_why; /* what is wrong with it */
};

/* The project's own list of tools (EXT-01), and what was built last. */
struct cb_tools_facts {
	bool asked;                    /* the project has a list */
	const char *fault;             /* why the list cannot be used; NULL: it can */
	struct cb_contents list;       /* its text */
	struct cb_contents built_from; /* the record of the list that was built last */
	char *built; /* the store path of that build, if it still exists; else NULL */
};

/* The login, which all projects share. */
struct cb_login {
	bool there;        /* there is one, in its place or its old place */
	bool old;          /* ~/.claudebox/.credentials.json is a file */
	char *stranger;    /* an entry beside it that the client does not make; NULL: none */
	const char *fault; /* what is wrong with that entry */
	char *account;     /* whose login it is, see formats/login.h; NULL: there is no login */
	char *known;       /* whose it was at the last launch; NULL: not known */
};

/* What the policy wants for a path of the project: read-only inside, named when it has changed, or
 * covered. */
enum cb_role { CB_ROLE_PROTECT, CB_ROLE_WATCH, CB_ROLE_HIDE };

/* An existing path to protect or to hide. */
struct cb_project_path {
	char *path;      /* absolute; no link in it behind the first `root_len` bytes */
	size_t root_len; /* the shown directory it lies in */
	enum cb_role role;
	bool is_directory;
	char *config; /* text of a git configuration, which is shown as a copy; else NULL */
	size_t config_size;
	bool config_only; /* the policy does not protect it, it only needs the copy */
};

/* Why reading the project's paths ended early. No launch is possible then. */
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

/* Files that are compared with what they were at the last launch. */
struct cb_watch {
	struct cb_watched *files;
	size_t count, cap;
	bool full;                 /* there are more than are compared */
	struct cb_contents record; /* of the last launch */
};

/* The paths of the project, and of the extra mounts, that the policy treats specially. */
struct cb_project_paths {
	struct cb_obstacle obstacle;
	struct cb_project_path *items; /* to protect or to hide */
	size_t count, cap;
	struct cb_watch watch;
	struct cb_strv links; /* symbolic links in git directories that do no harm */
	struct cb_strv
	    secret_files;          /* a few files that look like secrets, relative to the project */
	struct cb_strv hard_links; /* a few files with a second name, relative to the project */
	struct cb_contents index;  /* git's list of tracked files, read only where it matters */
};

/* The files in the agent's memory that can run something. All profiles of a project share them. */
struct cb_agent_memory {
	char *path; /* the directory; NULL: nobody looked */
	struct cb_obstacle obstacle;
	struct cb_watch watch; /* with the record of this profile's last session */
	bool shared;           /* another profile has had a session too */
};

/* A standard stream. */
#define CB_STREAM_COUNT 3
struct cb_stream {
	bool is_directory;
	bool in_background; /* it is the terminal, and another process group has that */
	bool is_socket;
	int domain, type; /* of a socket: AF_…, SOCK_…; -1: unknown */
	bool listens, is_connected;
};

struct cb_facts {
	/* The user. */
	uid_t uid;
	gid_t gid;
	char *user;
	char *home;         /* real path of the home, the same inside */
	char *home_passwd;  /* the home in passwd, likewise guarded; may equal `home` */
	bool state_is_link; /* ~/.claudebox is a symbolic link */
	char *const *env;   /* the host's environment, borrowed */

	/* Where the launch was started, and what must never be shown. */
	char *cwd; /* real path */
	struct cb_git git;
	char *ssh_agent;             /* real path of the ssh-agent's socket; NULL: none */
	struct cb_strv secret_reals; /* where secret paths lead that have links in them */

	struct cb_project project;

	char *self; /* real path of this launcher */
	struct cb_identity identity;
	struct cb_agent agent;
	struct cb_source *sources; /* one for each mount of the policy */
	size_t source_count;
	struct cb_source *extras; /* one for each mount of the command line, read-only ones first */
	size_t extra_count, extra_ro_count;

	char *resolv_conf; /* text of CB_RESOLV_PATH; NULL: no name server is known */
	char *localtime;   /* the host's time zone; NULL: none */
	size_t localtime_size;
	char *zone; /* the time zone that TZ names by a file; NULL: none */
	size_t zone_size;
	bool has_keys; /* there is a /proc/keys */

	struct cb_contents common_record; /* git.common at the first launch, "" for none */
	struct cb_contents refusals;      /* what the proxy refused in the last session */
	struct cb_contents agreed; /* the plan that the user agreed to, see plan/agreement.h */
	struct cb_login login;
	struct cb_agent_memory memory;
	struct cb_tools_facts tools;
	struct cb_project_paths paths;

	enum cb_nix_answer nix; /* ABSENT where nobody asked */
	struct cb_stream streams[CB_STREAM_COUNT];
	enum cb_userns userns;
	bool in_background; /* another process group has the terminal */
	bool int_ignored,
	    quit_ignored; /* signals, by whoever started us: the agent inherits that */
};

#endif
