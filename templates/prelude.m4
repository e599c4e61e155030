m4_changequote(<|,|>)m4_changecom()m4_dnl  quotes that no C and no Markdown of ours holds; no comments
