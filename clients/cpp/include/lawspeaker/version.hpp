// What this SDK is called on the wire.
#pragma once

#include <cstdint>

namespace lawspeaker {

inline constexpr char kSdk[] = "cpp/0.1.0";
inline constexpr std::uint32_t kProtocol = 1;

}  // namespace lawspeaker
