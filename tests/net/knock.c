/* knock PORT COUNT [HOST:PORT]: connects to that port of loopback, COUNT times, one after the
 * other; asks for `/`, through a tunnel to HOST:PORT if that is given; reads to the end. Prints how
 * often it was answered `reached …`. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int knock(in_port_t port, const char *tunnel)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(port),
					.sin_addr = { htonl(INADDR_LOOPBACK) } };
	char said[256], heard[4096] = "";
	size_t len = 0;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) < 0)
		return 0;
	if (tunnel)
		len = (size_t)snprintf(said, sizeof said, "CONNECT %s HTTP/1.1\r\n\r\n", tunnel);
	snprintf(said + len, sizeof said - len, "GET / HTTP/1.0\r\n\r\n");
	len = 0;
	if (write(fd, said, strlen(said)) != (ssize_t)strlen(said))
		return 0;
	for (ssize_t n;
	     len < sizeof heard - 1 && (n = read(fd, heard + len, sizeof heard - 1 - len)) > 0;)
		len += (size_t)n;
	close(fd);
	return strstr(heard, "\nreached ") != NULL;
}

int main(int argc, char **argv)
{
	int reached = 0, port = argc > 2 ? atoi(argv[1]) : 0;
	for (int i = argc > 2 ? atoi(argv[2]) : 0; i > 0; i--)
		reached += knock((in_port_t)port, argc > 3 ? argv[3] : NULL);
	printf("%d\n", reached);
	return 0;
}
