/* Removes the state of projects that are gone. */
#ifndef CB_COMMANDS_GC_ACT_H
#define CB_COMMANDS_GC_ACT_H

#include "base/error.h"
#include "commands/gc/gc.h"

/* One --gc at a time. */
int cb_gc_begin(const struct cb_gc *gc, struct cb_error *err);

/* Removes one, if a second look, while nobody can start its sandbox, still finds it gone;
 * otherwise its reason changes. Can be killed at any point: the next --gc goes on. */
int cb_gc_remove(const struct cb_gc *gc, struct cb_instance *instance, struct cb_error *err);

#endif
