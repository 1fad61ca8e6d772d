// A bot for tests that thinks about its first decision for ever.
#include <condition_variable>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/run.hpp>
#include <mutex>

namespace {

class Thinker : public lawspeaker::Bot {
public:
    Thinker() : Bot({.name = "thinker", .max_matches = 2}) {}

    lawspeaker::Picks decide(lawspeaker::Decision& decision) override {
        if (decision.match_id() == "mistaken") throw lawspeaker::NoStubs("not my game");
        if (decision.match_id() == "buggy") throw std::domain_error("my own mistake");
        std::unique_lock lock(mutex_);
        never_.wait(lock, [] { return false; });
        return {};
    }

private:
    std::mutex mutex_;
    std::condition_variable never_;
};

}  // namespace

int main() {
    Thinker bot;
    return lawspeaker::run_main(bot);
}
