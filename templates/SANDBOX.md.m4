# You are in claudebox

You run inside a claudebox sandbox (bubblewrap), profile **g4_words_name**: g4_words_description.
Of the host only what is listed here is there.

- **Network:** g4_words_network
- **Project:** the working directory's project is read-write and is the host's: what you change there stays.
- **In the project:** g4_words_kept
- **Home:** g4_words_home
- **Scratch:** g4_words_tmp
- **Programs:** on `PATH` from the packages g4_words_tools. g4_words_store
- **A program is missing:** g4_words_missing
- **Variables:** g4_words_variables
- **Limits:** g4_words_nesting g4_words_core

## What is missing, on purpose

- No SSH keys, no GnuPG keys, no cloud or registry credentials, no browser data, no ssh-agent. g4_words_secrets
- No git credentials: commit here; `git push` happens on the host, by the user. Say what is to be pushed.
- No files of the user but those the table below shows; no processes of the host, and no sockets of it but what is named above.
- Refused: TIOCSTI, keyrings, io_uring, userfaultfd, sockets other than unix, IPv4, IPv6 and netlink.

If a task needs something that is not here, say so and name it: the user can change the profile.

## What is mounted

| where | what | why |
|---|---|---|
g4_words_mounts
