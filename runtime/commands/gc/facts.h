/* Reads what --gc decides by. */
#ifndef CB_COMMANDS_GC_FACTS_H
#define CB_COMMANDS_GC_FACTS_H

#include "base/error.h"
#include "commands/gc/gc.h"

#include <stdint.h>

#define cleanup_gc __attribute__((cleanup(cb_gc_clear)))

/* Every entry of ~/.claudebox/projects, each with its reason. No such directory: no entries. */
int cb_gc_read(const char *home, uid_t uid, struct cb_gc *ret, struct cb_error *err);
void cb_gc_clear(struct cb_gc *gc);

/* Looks at the root's path (again). */
void cb_gc_look(struct cb_instance *instance);

/* The descriptor of an instance's lock; -1: it has none (ENOENT), or nothing that is one. */
int cb_gc_open_lock(int instance);

#endif
