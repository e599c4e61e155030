/* In the place of Debian's git, which was compiled to find its parts in /usr and to trust a bundle
 * in /etc: becomes the one in EXEC_PATH that it is called like. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *bundle = getenv("SSL_CERT_FILE"), *own = getenv("GIT_SSL_CAINFO");
	char path[4096];
	if (argc < 1)
		return 127;
	const char *slash = strrchr(argv[0], '/');
	const char *name = slash ? slash + 1 : argv[0];
	setenv("GIT_EXEC_PATH", EXEC_PATH, 1);
	setenv("GIT_TEMPLATE_DIR", TEMPLATES, 1);
	if (bundle && *bundle && !(own && *own))
		setenv("GIT_SSL_CAINFO", bundle, 1);
	if (snprintf(path, sizeof path, "%s/%s", EXEC_PATH, name) >= (int)sizeof path)
		return 127;
	argv[0] = path;
	execv(path, argv);
	perror(path);
	return 127;
}
