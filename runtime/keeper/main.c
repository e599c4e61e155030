/* claudebox-keeper: stands outside the sandbox between the agent and the model's API, and adds the
 * key that the agent does not have. How it is started is in vocab/keeper.h. It prints nothing, and
 * says nothing of the key to anybody but the upstream. */
#include "base/error.h"
#include "base/memory.h"
#include "base/sidecar.h"
#include "keeper/keeper.h"

#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static enum cb_keeper_answer start_libraries(struct cb_keeper *keeper)
{
	if (access(keeper->policy->bundle, R_OK) < 0)
		return CB_KEEPER_NO_BUNDLE;
	return cb_pool_start(keeper) && cb_inside_start(keeper) && cb_serve_start(keeper)
		   ? CB_KEEPER_READY
		   : CB_KEEPER_NO_LIBRARY;
}

/* The key comes last: before it does, this process can do nothing any more but serve. */
static enum cb_keeper_answer prepare(struct cb_keeper *keeper, int pipe)
{
	struct cb_key *key = NULL;
	enum cb_keeper_answer answer = start_libraries(keeper);
	if (answer == CB_KEEPER_READY && !cb_keeper_confine(keeper->policy, keeper->state))
		answer = CB_KEEPER_NO_CONFINEMENT;
	if (answer == CB_KEEPER_READY)
		answer = cb_key_read(pipe, keeper->life, &key);
	keeper->key = key;
	return answer;
}

int main(void)
{
	int given[CB_KEEPER_GIVEN];
	signal(SIGPIPE, SIG_IGN);
	mallopt(M_ARENA_MAX, 1); /* threads only look names up: no heap for each of them */
	if (!cb_keeper_hide() ||
	    cb_sidecar_receive(CB_SIDECAR_LAUNCHER, given, CB_KEEPER_GIVEN) < 0)
		return CB_EXIT_REFUSED;

	struct cb_keeper *keeper = cb_alloc(1, sizeof *keeper);
	keeper->policy = &cb_keeper_policy;
	keeper->listener = given[CB_KEEPER_LISTENER];
	keeper->state = given[CB_KEEPER_STATE];
	keeper->life = CB_SIDECAR_LIFE;
	keeper->exchanges = cb_alloc(keeper->policy->connections, sizeof *keeper->exchanges);
	keeper->record.budget = keeper->policy->budget;

	const char answer = (char)prepare(keeper, given[CB_KEEPER_KEY]);
	if (send(CB_SIDECAR_LAUNCHER, &answer, 1, MSG_NOSIGNAL) != 1 || answer != CB_KEEPER_READY)
		return CB_EXIT_REFUSED;
	close(CB_SIDECAR_LAUNCHER);
	cb_serve(keeper);
	return 0;
}
