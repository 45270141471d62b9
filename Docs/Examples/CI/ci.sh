#!/bin/sh
# ci.sh main | pull-request NUMBER BASE | fork NUMBER BASE; CACHE is the folder that all jobs share, LOCAL one of this machine.
set -eu
case $1 in
main) targets= cache=$CACHE scope=main ;;
pull-request) targets="--affected --since $3" cache=$CACHE scope=pr-$2 ;;
fork) targets="--affected --since $3" cache=$CACHE:ro scope=pr-$2 ;;
esac
# A change of this script, or of the settings of the jobs, tests everything.
[ -z "$targets" ] || git diff --quiet "$3...HEAD" -- ci.sh .github .gitlab-ci.yml || [ $? != 1 ] || targets=
set -- $targets --cache-dir "$LOCAL/$1" --shared-cache "$cache" --cache-scope "$scope"
exec mono test --build-all "$@" --xunit-output .mono/results.xml
