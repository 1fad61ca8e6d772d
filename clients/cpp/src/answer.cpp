#include "answer.hpp"

#include <algorithm>
#include <cstdint>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/version.hpp>
#include <limits>
#include <string_view>

namespace lawspeaker {
namespace {

/// Bytes of the UTF-8 character that the text begins with; 0 if it begins with none.
std::size_t character(std::string_view text) {
    const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t place = 1; place < length; ++place)
        if ((byte(place) & 0xC0) != 0x80) return 0;
    const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool surrogate = first == 0xED && byte(1) > 0x9F;
    const bool too_high = first == 0xF4 && byte(1) > 0x8F;
    return overlong || surrogate || too_high ? 0 : length;
}

constexpr std::size_t kAnnotationBytes = 4096;

/// As much of a remark as a record keeps, without breaking a character: a longer one could exceed a message.
std::string kept(const std::string& remark) {
    if (remark.size() <= kAnnotationBytes) return remark;
    std::size_t end = kAnnotationBytes;
    while ((static_cast<unsigned char>(remark[end]) & 0xC0) == 0x80) --end;
    return remark.substr(0, end);
}

void check(const std::string& what, const std::string& text) {
    if (!is_utf8(text)) throw WrongBot("the bot's " + what + " is not UTF-8; it must be text");
}

}  // namespace

bool is_utf8(const std::string& text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t length = character(rest);
        if (length == 0) return false;
        rest.remove_prefix(length);
    }
    return true;
}

v1::Hello hello_of(const Profile& profile, const std::string& token) {
    if (profile.name.empty()) throw WrongBot("the bot has no name; give it one: Bot({.name = \"eager\"})");
    check("name", profile.name);
    check("version", profile.version);
    for (const std::string& game : profile.games) check("game", game);
    for (const std::string& name : profile.challengers) check("challenger", name);
    if (!is_utf8(token)) throw ConnectionRefused("the token is not UTF-8; is LAWSPEAKER_TOKEN what the referee gave?");
    v1::Hello hello;
    hello.set_protocol(kProtocol);
    hello.set_token(token);
    hello.set_bot(profile.name);
    hello.set_version(profile.version);
    hello.set_sdk(kSdk);
    hello.mutable_games()->Assign(profile.games.begin(), profile.games.end());
    hello.set_max_matches(profile.max_matches);
    hello.set_text(profile.text);
    hello.set_positions(profile.positions);
    hello.mutable_challengers()->Assign(profile.challengers.begin(), profile.challengers.end());
    hello.set_batches(true);
    return hello;
}

v1::Answer written_down(const Decision& decision, const Picks& picks) {
    if (!is_utf8(decision.annotation()))
        throw WrongBot("the annotation of " + decision.prompt() + " is not UTF-8; it must be text");
    v1::Answer answer;
    answer.set_match_id(decision.match_id());
    answer.set_decision_id(decision.decision_id());
    answer.set_annotation(kept(decision.annotation()));
    answer.set_input_tokens(decision.input_tokens());
    answer.set_output_tokens(decision.output_tokens());
    answer.set_origin(decision.origin());
    answer.set_resign(decision.resigns());
    if (decision.resigns()) return answer;
    for (const std::size_t pick : picks) {
        if (pick > std::numeric_limits<std::uint32_t>::max())
            throw WrongPicks("decide() returned " + std::to_string(pick) + " for " + decision.prompt() +
                             "; it must return indices of options, which are below " +
                             std::to_string(decision.option_count()));
        answer.add_picks(static_cast<std::uint32_t>(pick));
    }
    return answer;
}

}  // namespace lawspeaker
