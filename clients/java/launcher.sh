#!/bin/sh
# Starts the bot that this file is named after; signals reach it, for nothing stands between. A bot is started many
# times and lives for a match or two: what counts is a quick start, and little memory.
file=$(readlink -f "$0")
here=$(dirname "$file")
case $(basename "$file") in
  random) bot=RandomBot ;;
  example) bot=ExampleBot ;;
esac
exec java -XX:SharedArchiveFile="$here/lawspeaker-bot.jsa" -Xlog:disable -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
  -Xmx128m -cp "$here/lawspeaker-bot.jar" "dev.lawspeaker.bots.$bot"
