#include <lawspeaker/chance.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace lawspeaker {

Chance::Chance(std::string_view name) : state_(0xCBF29CE484222325) {
    for (const char byte : name) state_ = (state_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
}

std::uint64_t Chance::operator()() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
    return word ^ (word >> 31);
}

std::uint64_t Chance::below(std::uint64_t count) {
    if (count == 0) throw std::invalid_argument("there is no number below 0");
    const std::uint64_t left_over = (0 - count) % count;  // 2^64 modulo count
    std::uint64_t word = (*this)();
    while (left_over != 0 && word >= 0 - left_over) word = (*this)();
    return word % count;
}

std::vector<std::size_t> Chance::distinct(std::size_t count, std::size_t most) {
    if (most > count) throw std::invalid_argument("there are not so many different numbers");
    std::vector<std::size_t> pool(count);
    std::iota(pool.begin(), pool.end(), std::size_t{0});
    for (std::size_t place = 0; place < most; ++place) std::swap(pool[place], pool[place + below(count - place)]);
    pool.resize(most);
    return pool;
}

}  // namespace lawspeaker
