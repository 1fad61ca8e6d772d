#!/bin/sh
# Takes the first options, as few as it may: a bot of a bare shell, which calls no other program. See docs/stdio.md.
while IFS= read -r line; do
  case $line in '{"decisionRequest":'*) ;; *) continue ;; esac
  least=${line#*'"least":'}
  least=${least%%,*}
  picks='' option=0
  while [ "$option" -lt "$least" ]; do # the thinking goes here
    picks=$picks${picks:+,}$option
    option=$((option + 1))
  done
  echo "[$picks]"
done
