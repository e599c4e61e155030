# shellcheck shell=bash
# The builder behind the stand-in's mkDerivation and runCommand: runs $buildCommand with the
# machine's own compiler and tools. No phases.
set -eu
export PATH=/usr/bin:/bin LC_ALL=C
# 0 is Nix' word for all of them.
[ "${NIX_BUILD_CORES:-0}" -gt 0 ] || NIX_BUILD_CORES=$(nproc)
# shellcheck disable=SC2154 # set by the derivation
eval "$buildCommand"
