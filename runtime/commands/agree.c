/* What enters, before it does: the audit, and its question. Like every screen not linked into the
 * launcher on PATH. */
#include "act/act.h"
#include "show/show.h"
#include "vocab/policy.h"

int cb_agree(const struct cb_plan *plan, struct cb_error *err)
{
	int answer;
	cb_show_audit(cb_screen_of(stderr), plan);
	while ((answer = cb_act_confirm("Start? [Y/n/?] ", true, err)) > 0)
		cb_show_plan(cb_screen_of(stderr), plan);
	return answer;
}
