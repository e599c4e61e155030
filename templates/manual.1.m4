.\" Made by claudebox-gen from a policy and the launcher's flags. Change those, not this file.
.TH "g4_program" 1 2026-11-18 "claudebox g4_version" "User Commands"
.SH NAME
g4_program \- Claude Code in a sandbox: g4_description
.SH SYNOPSIS
\fB<||>g4_program\fR [\fIFLAG\fR]... [\fB\-\-\fR] [\fIAGENT ARGUMENT\fR]...
.SH DESCRIPTION
Runs Claude Code inside a
.BR bwrap (1)
sandbox in which your secrets do not exist: the project is there, your home is an empty directory,
and of the environment only named variables enter.
What enters is listed, and nothing starts before you have agreed.
.PP
This is the profile \fB<||>g4_name\fR.
What it shows was fixed when it was built; no file and no flag can make it show a secret.
.PP
Flags of claudebox are recognised anywhere before a \fB\-\-\fR.
Everything else goes to the agent as it is, also its own flags:
\fB<||>g4_program \-\- \-\-help\fR shows the help of the agent.
.SH OPTIONS
g4_options
.SH THIS PROFILE
.SS Network
g4_network
.SS Of the host
Besides programs in /nix/store this is all of the host that can be seen inside; \fI@project\fR is the
top of the git work tree you are in, or else the current directory.
g4_mounts
.SS In the project
g4_project
.SS Variables
g4_variables
.SH PROFILES
A profile is a program of its own, called \fBclaudebox\-\fINAME\fR; the one called \fBdefault\fR is
just \fBclaudebox\fR.
\fB\-\-profile\fR looks for it beside the program that was called, in
\fI\(ti/.claudebox/profiles/NAME/bin\fR, and on \fBPATH\fR; never in the project.
One of your own is put there by Nix:
.PP
.RS 4
.EX
nix build .#mine \-\-out\-link \(ti/.claudebox/profiles/mine
.EE
.RE
.SH ENVIRONMENT
.TP
\fBCLAUDEBOX_PROFILE\fR
The profile that plain \fBclaudebox\fR stands for; \fB\-\-profile\fR goes before it.
.TP
\fBCLAUDEBOX_EXTRA_ENV\fR
Names of more variables that may enter, separated by commas.
.TP
\fBNO_COLOR\fR
No colours, also on a terminal.
.SH FILES
.TP
\fI\(ti/.claudebox/projects/\fR
The memory of the agent, for each project apart; \fB\-\-gc\fR removes that of projects that are gone.
.TP
\fI\(ti/.claudebox/credentials/\fR
The login of the agent, shared by your projects.
.TP
\fI\(ti/.claudebox/CLAUDE.md\fR, \fIsettings.json\fR, \fIagents/\fR, \fIcommands/\fR, \fIskills/\fR
What you want every agent to have, read\-only inside.
.TP
\fI\(ti/.claudebox/profiles/\fR
Profiles of your own.
.TP
\fI.claudebox/tools.txt\fR, in the project
Names of packages of nixpkgs that the project needs, one a line, \fB#\fR for comments.
They are built by Nix before the start, after you have seen them, and come last on \fBPATH\fR.
Only profiles that show the whole store can have them.
.SH EXIT STATUS
That of the agent, when it ran.
.TP
2
Wrong use.
.TP
125
Refused, or failed before the agent was started.
.TP
126
The agent could not be run.
.TP
127
The agent was not found.
.SH EXAMPLES
.TP
\fB<||>g4_program\fR
Lists what enters, asks, starts the agent in this project.
.TP
\fB<||>g4_program \-y \-p \(dqwhat does this do?\(dq\fR
Starts without asking, with arguments for the agent.
.TP
\fB<||>g4_program \-\-dry\-run\fR
Shows all that would enter and the command, and writes nothing.
.TP
\fB<||>g4_program \-y \-\-shell \-c \(aqls \-A \(ti\(aq\fR
Looks around in the sandbox.
.TP
\fB<||>g4_program \-\-mount\-ro ../docs\fR
Shows one more directory.
.SH SEE ALSO
.BR bwrap (1),
.BR nix (1)
