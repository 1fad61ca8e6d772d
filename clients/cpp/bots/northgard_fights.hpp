// Rules of thumb for the fights of Northgard: what an attack or a threat is worth, and how to fight.
#pragma once

#include "northgard_situation.hpp"

namespace northgard {

/// Figures that attack together.
struct Force {
    /// Their combat points.
    int strength = 0;
    int figures = 0;
};

/// How many of the 36 throws win for an attacker who is `lead` points ahead before them.
///
/// The attackers suffer `harm` casualties besides those of the die. Who loses all figures has lost; who has the choice
/// takes a casualty if it wipes the other side out, and a point otherwise.
int wins(int lead, int attackers, int defenders, int harm = 0);

/// The most throws by which an enemy beside an own territory takes it, if so many figures hold it.
///
/// All figures of a neighbour attack, own special figures stay, and both sides add a point a figure with food.
int threat(const Situation& s, int territory, int figures);

/// What threats cost if so many figures hold the territory, in hundredths of fame.
int loss(const Situation& s, int territory, int figures);

/// The land by the chance to win it, less the cost of a lost fight by the chance to lose it.
///
/// The land counts twice, for the enemy has it no more. Both sides may add a point a figure with food.
int attack_value(const Situation& s, int target, const Force& force);

/// The figures that have moved into an enemy's territory.
Force attackers(const Situation& s, int territory);

/// A creature in own land is attacked for its fame and a year without it by the chance to win, less the losses.
///
/// A creature has no food, and no casualties wipe it out.
int hunt(const Situation& s, const ng::Hunt& option);

/// Food in a combat: the land by the chance to win it or to keep it, less what the food is worth.
///
/// Food that winter will lack costs more. A defender who can still spend food does. The view does not tell how many
/// attack: their points stand for them.
int food(const Situation& s, const ng::SpendFood& option);

/// A casualty that wipes the defenders out, then points where they may decide, else casualties.
int die(const Situation& s, const ng::DieFace& option);

}  // namespace northgard
