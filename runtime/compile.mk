# How C is compiled here, said once; included by the Makefiles of runtime/, gen/, the units and the fuzz targets.
LANGUAGE := -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror

# $(call c_names,DIR): the C files below DIR without .c, and without main.c and what is no part of a program of DIR:
# a folder with a Makefile of its own is a program of its own.
c_names = $(filter-out main $(addsuffix /%,$(patsubst $1/%/Makefile,%,$(wildcard $1/*/Makefile))),$(patsubst $1/%.c,%,$(sort $(wildcard $1/*.c $1/*/*.c $1/*/*/*.c))))

# $(eval $(call compile_rules,OUT,FROM,FLAGS)): FROM/X.c is compiled to OUT/X.o, again when it or a header changes.
define compile_rules
$1/%.o: $2/%.c $(MAKEFILE_LIST)
	@mkdir -p $$(@D)
	$$(CC) $3 -MMD -MP -c -o $$@ $$<
endef

%.a:
	rm -f $@ # q: files of one name in two folders, of which r would keep the last
	$(AR) qcsD $@ $^
