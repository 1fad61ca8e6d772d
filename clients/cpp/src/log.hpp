// Lines for the bot's author.
#pragma once

#include <string>

namespace lawspeaker {

/// Writes one line to stderr, whole even where several threads write.
void log(const std::string& line);

}  // namespace lawspeaker
