// Random numbers that every SDK draws alike, so that one bot in several languages plays one game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace lawspeaker {

/// SplitMix64, begun at the FNV-1a hash of a name; docs/protocol.md has both in full.
///
/// It can be handed to `std::shuffle` and the like, but only `below` and `distinct` are the same in every language and
/// every standard library.
class Chance {
public:
    using result_type = std::uint64_t;

    explicit Chance(std::string_view name);

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    /// The next 64 bits.
    result_type operator()();

    /// A number from 0 to count - 1, each as likely. Throws std::invalid_argument if count is 0.
    std::uint64_t below(std::uint64_t count);

    /// `most` different numbers from 0 to count - 1 in random order. Throws std::invalid_argument if most exceeds
    /// count.
    std::vector<std::size_t> distinct(std::size_t count, std::size_t most);

private:
    std::uint64_t state_;
};

}  // namespace lawspeaker
