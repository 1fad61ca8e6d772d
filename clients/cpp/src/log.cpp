#include "log.hpp"

#include <iostream>

namespace lawspeaker {

void log(const std::string& line) { std::cerr << "lawspeaker-bot: " + line + "\n" << std::flush; }

}  // namespace lawspeaker
