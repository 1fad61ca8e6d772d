// The decisions a bot is asked for.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <lawspeaker/chance.hpp>
#include <lawspeaker/match.hpp>
#include <lawspeaker/packed.hpp>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lawspeaker {

/// Options that are taken, by their indices.
using Picks = std::vector<std::size_t>;

/// One prompt for a language model: the view, the events, the question and the options with their numbers.
std::string prompt(const v1::DecisionText& words);

/// A question put to the bot: take between `least` and `most` of the options, by their indices.
class Decision {
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    /// `match` must live as long as this; `stop` is asked to stop when the run ends.
    Decision(v1::DecisionRequest message, const Match& match, std::stop_token stop = {});

    Decision(const Decision&) = delete;
    Decision& operator=(const Decision&) = delete;

    const Match& match() const { return match_; }
    const std::string& match_id() const { return match_.match_id(); }
    /// The bot's own seat.
    std::uint32_t seat() const { return match_.seat(); }
    /// Names the decision; rises within a match.
    std::uint64_t decision_id() const { return message_.decision_id(); }
    /// The question's stable dotted name, such as `combat.food`.
    const std::string& prompt() const { return message_.prompt(); }
    /// Picks are 0 to option_count - 1. With no option the answer is no pick.
    std::size_t option_count() const { return message_.option_count(); }
    /// Fewest picks allowed.
    std::size_t least() const { return message_.least(); }
    /// Most picks allowed.
    std::size_t most() const { return message_.most(); }
    /// Whether the order of the picks means something.
    bool ordered() const { return message_.ordered(); }
    /// The picks that stand in for an answer that does not come: always legal, always harmless.
    Picks default_picks() const { return {message_.default_picks().begin(), message_.default_picks().end()}; }

    /// The options, in the order of their indices: those in the game's Options message. Throws NoStubs.
    ///
    /// The `verb_case()` of an option that is newer than the stubs is VERB_NOT_SET.
    template <class Options>
    const auto& options() const {
        return message_.has_options() ? options_.as<Options>().options() : Options::default_instance().options();
    }
    /// All that the seat knows: the game's View message. Throws NoStubs.
    template <class View>
    const View& view() const {
        return view_.as<View>();
    }
    /// What never changes in this game: its Catalogue message. Throws NoStubs.
    template <class Catalogue>
    const Catalogue& catalogue() const {
        return match_.catalogue<Catalogue>();
    }
    /// What happened since this seat's last decision; `unpack<Options>(act.chosen())` spells out what was taken.
    const auto& events() const { return message_.events(); }
    /// The decision in words, of which lawspeaker::prompt makes one text; empty unless the bot's profile asks for it.
    const v1::DecisionText& text() const { return message_.text(); }

    /// The match at this decision, dealt anew for this seat; empty unless the bot's profile asks for it. The
    /// EngineService of `lawspeaker engine` reads it.
    const std::string& position() const { return message_.position(); }

    /// What is left for this decision at a time, the bank included; nothing for no limit.
    std::optional<std::chrono::milliseconds> time_left(SteadyTime at = std::chrono::steady_clock::now()) const;
    /// What was in the seat's bank when the decision was asked.
    std::chrono::milliseconds bank_left() const;
    /// What the seat's previous answer was charged.
    std::chrono::microseconds last_charged() const { return std::chrono::microseconds(message_.last_charged_us()); }

    /// A generator of this decision alone: asked again, in any process, it yields the same numbers.
    ///
    /// Named by LAWSPEAKER_BOT_SEED (0 if it is not set), match, seat and decision.
    Chance random() const;

    /// Puts a remark into the record, in UTF-8. What exceeds 4096 bytes is cut.
    void annotate(std::string remark) { annotation_ = std::move(remark); }
    const std::string& annotation() const { return annotation_; }

    /// Says what a language model read and wrote for the answer.
    void set_tokens(std::uint32_t read, std::uint32_t written) {
        input_tokens_ = read;
        output_tokens_ = written;
    }
    std::uint32_t input_tokens() const { return input_tokens_; }
    std::uint32_t output_tokens() const { return output_tokens_; }

    /// Says that a stand-in gives the answer, and why: the record and ratings count stand-ins.
    void set_origin(v1::AnswerOrigin origin) { origin_ = origin; }
    v1::AnswerOrigin origin() const { return origin_; }

    /// Resigns the match, where it allows that, or with `false` does not; then what `decide` returns does not count.
    void resign(bool resigns = true) { resigns_ = resigns; }
    bool resigns() const { return resigns_; }

    /// Asked to stop when the run ends, which waits for `decide`: a long search should look at it now and then.
    const std::stop_token& stop() const { return stop_; }

    /// The request as it came over the wire.
    const v1::DecisionRequest& message() const { return message_; }

    /// Takes notice that the same decision was asked once more, after a lost connection: its clock has changed.
    void asked_again(const v1::DecisionRequest& message, SteadyTime at = std::chrono::steady_clock::now());

private:
    struct Time {
        std::chrono::milliseconds left;
        std::chrono::milliseconds bank;
        SteadyTime said;
    };
    static Time time_of(const v1::DecisionRequest& message, SteadyTime at);
    Time time() const;

    v1::DecisionRequest message_;
    const Match& match_;
    Packed options_;
    Packed view_;
    std::string annotation_;
    std::uint32_t input_tokens_ = 0;
    std::uint32_t output_tokens_ = 0;
    v1::AnswerOrigin origin_ = v1::ANSWER_ORIGIN_UNSPECIFIED;
    bool resigns_ = false;
    std::stop_token stop_;
    mutable std::mutex time_mutex_;  // a decision may be asked again while the bot thinks about it
    Time time_;
};

}  // namespace lawspeaker
