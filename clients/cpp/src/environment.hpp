// The variables by which a referee tells a bot where to dial.
#pragma once

#include <cstdlib>
#include <string>

namespace lawspeaker {

/// What stands in a variable; empty if it is not set.
inline std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace lawspeaker
