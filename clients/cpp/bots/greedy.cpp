// Takes what looks best now, by readable rules of thumb; what has no such rules gets the default answers.
#include <algorithm>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/run.hpp>
#include <numeric>
#include <vector>

#include "northgard.hpp"

namespace {

using lawspeaker::Decision;
using lawspeaker::Picks;

/// The `most` options with the highest scores, ties to the first: at least `least` of them, and those above 0.
Picks best(const std::vector<int>& scores, std::size_t least, std::size_t most) {
    Picks picks(scores.size());
    std::iota(picks.begin(), picks.end(), std::size_t{0});
    std::ranges::stable_sort(picks, std::ranges::greater(), [&](std::size_t pick) { return scores[pick]; });
    std::size_t count = std::min(least, picks.size());
    while (count < std::min(most, picks.size()) && scores[picks[count]] > 0) ++count;
    picks.resize(count);
    return picks;
}

class GreedyBot : public lawspeaker::Bot {
public:
    GreedyBot() : Bot({.name = "greedy", .version = "1", .max_matches = 64}) {}

    Picks decide(Decision& decision) override {
        if (decision.match().game() != "northgard") return decision.default_picks();
        return best(northgard::scores(decision), decision.least(), decision.most());
    }
};

}  // namespace

int main() {
    GreedyBot bot;
    return lawspeaker::run_main(bot);
}
