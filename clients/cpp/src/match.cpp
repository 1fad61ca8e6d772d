#include <lawspeaker/match.hpp>
#include <utility>

namespace lawspeaker {
namespace {

using std::chrono::milliseconds;

Clock clock_of(const v1::MatchStarted& message) {
    if (!message.has_clock()) {  // of a referee that is older
        const auto move = message.move_time_ms() ? std::optional<milliseconds>(message.move_time_ms()) : std::nullopt;
        return {.move = move, .first = move, .reaction = move};
    }
    const v1::ClockSettings& clock = message.clock();
    const auto move = clock.has_move_ms() ? std::optional<milliseconds>(clock.move_ms()) : std::nullopt;
    return {.move = move,
            .bank = milliseconds(clock.bank_ms()),
            .increment = milliseconds(clock.increment_ms()),
            .first = clock.has_first_move_ms() ? milliseconds(clock.first_move_ms()) : move,
            .reaction = clock.has_reaction_ms() ? milliseconds(clock.reaction_ms()) : move,
            .connect = milliseconds(clock.connect_ms()),
            .reconnect = milliseconds(clock.reconnect_ms()),
            .lag = milliseconds(clock.lag_compensation_ms())};
}

std::map<std::string, std::string> options_of(const v1::GameSetup& setup) {
    std::map<std::string, std::string> options;
    for (const auto& option : setup.options()) options[option.name()] = option.value();
    return options;
}

}  // namespace

Match::Match(v1::MatchStarted message)
    : message_(std::move(message)),
      options_(options_of(message_.setup())),
      bots_(message_.bots().begin(), message_.bots().end()),
      clock_(clock_of(message_)),
      catalogue_(message_.catalogue()) {}

}  // namespace lawspeaker
