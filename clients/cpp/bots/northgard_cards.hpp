// What Northgard's cards are for.
#pragma once

#include <string_view>

namespace northgard {

/// `kAny` is for what the best of the first four is; cards that are not named are specials.
enum class Kind { kExplore, kBuild, kRecruit, kMove, kDraw, kGain, kAny, kSpecial };

/// The kind of the card with that id.
Kind kind_of(std::string_view card);

}  // namespace northgard
