#include <lawspeaker/bot.hpp>

#include "log.hpp"

namespace lawspeaker {

void Bot::started(const Match& /*match*/) {}

void Bot::resumed(const Match& /*match*/) {}

void Bot::over(const Result& /*result*/) {}

void Bot::rejected(const Rejection& rejection) {
    if (rejection.disqualified()) {
        log(rejection.match_id + ": out of the match: " + rejection.message);
        return;
    }
    const std::string what =
        rejection.decision ? rejection.decision->prompt() : "decision " + std::to_string(rejection.decision_id);
    log(rejection.match_id + ", " + what + ": answer refused: " + rejection.message);
}

}  // namespace lawspeaker
