// Any legal answer, each number of picks as likely as another; plays every game, for it looks at none.
#include <lawspeaker/bot.hpp>
#include <lawspeaker/run.hpp>

namespace {

/// Takes random options; the same ones whenever it is asked the same decision under the same seed.
class RandomBot : public lawspeaker::Bot {
public:
    RandomBot() : Bot({.name = "random", .version = "1", .max_matches = 64}) {}

    lawspeaker::Picks decide(lawspeaker::Decision& decision) override {
        lawspeaker::Chance chance = decision.random();
        const std::size_t count = decision.least() + chance.below(decision.most() - decision.least() + 1);
        return chance.distinct(decision.option_count(), count);
    }
};

}  // namespace

int main() {
    RandomBot bot;
    return lawspeaker::run_main(bot);
}
