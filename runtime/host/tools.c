/* Reads the project's list of tools, which must be a plain file of the user that is reached by no
 * link, and what was last built from one. */
#include "host/read-facts.h"

#include "base/io.h"
#include "base/path.h"
#include "formats/tools-list.h"
#include "host/beneath.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void read_list(const struct cb_facts *f, struct cb_tools_facts *ret)
{
	struct stat st;
	struct cb_beneath project = { 0 };
	cb_beneath_push(&project, f->project.path);
	int fd = cb_beneath_open(&project, cb_path_join(f->project.path, CB_TOOLS_FILE),
				 O_RDONLY | O_NONBLOCK | O_NOCTTY);
	cb_close(project.roots[0].fd);
	if (fd < 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			ret->fault = errno == ELOOP ? "a symbolic link" : strerror(errno);
		return;
	}
	if (fstat(fd, &st) < 0 || st.st_uid != f->uid)
		ret->fault = "it belongs to another user";
	else if (!(ret->list.text = cb_file_read_fd(fd, CB_TOOLS_LIMIT, &ret->list.size)))
		ret->fault = "no plain file, or too large";
	close(fd);
}

void cb_tools_read(const struct cb_facts *f, struct cb_tools_facts *ret)
{
	ret->asked = access(cb_path_join(f->project.path, CB_TOOLS_FILE), F_OK) == 0;
	if (!ret->asked)
		return;
	read_list(f, ret);
	char *state = cb_format("%s/" CB_STATE_HOME "/%s", f->home, f->project.state);
	ret->built_from =
	    cb_contents_read(cb_path_join(state, CB_TOOLS_RECORD), 2 * CB_TOOLS_LIMIT);
	char *built = cb_read_link(cb_path_join(state, CB_TOOLS_LINK));
	if (built && cb_path_is_within(built, CB_STORE_PATH) && access(built, F_OK) == 0)
		ret->built = built;
}
