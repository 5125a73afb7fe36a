#!/bin/sh
# In a release: runs a command of package.json with the Node that came along, such as ./run admin list
INIT_CWD=$PWD
export INIT_CWD
cd "$(dirname "$0")" || exit 1
command=$1
shift
# npm wants the two dashes; here they may be left out.
if [ "$1" = -- ]; then shift; fi
exec node_modules/.bin/node --run "$command" -- "$@"
