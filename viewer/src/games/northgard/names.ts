// Printed names of Northgard, and the words that the catalogue does not have.
import type { Catalogue, View } from "../../gen/northgard.ts";
import type { Scene } from "../../renderer.ts";

export type NorthgardScene = Scene<View, Catalogue>;

/** By the stage of a combat. */
export const STAGES = [
  "push",
  "declare",
  "forces",
  "food",
  "roll",
  "reroll",
  "die",
  "bonus",
  "suffered",
  "winner",
  "casualties",
  "retreat",
  "settle",
] as const;

/** Return what a face of the combat die shows, from 1: points, × for a casualty; and what that means. */
export function faceOf(catalogue: Catalogue, face: number): readonly [string, string] {
  const info = catalogue.faces[face - 1];
  if (!info) return ["?", "not rolled yet"];
  const casualties = Array.from({ length: info.casualties }, () => "×").join(" ");
  const shown = [info.points ? String(info.points) : "", casualties].filter(Boolean);
  return [shown.join(info.either ? " / " : " "), info.text];
}

/** By token. */
const TOKENS: Readonly<Record<number, string>> = { 0: "Scorched Earth", 1: "High Tide" };

export function tokenName(token: number): string {
  return TOKENS[token] ?? `Ancestral Equipment ${token - 10}`;
}

export function cardName(catalogue: Catalogue, card: number): string {
  return catalogue.cards[card]?.name ?? `card ${card}`;
}

export function clanName(catalogue: Catalogue, clan: number): string {
  return catalogue.clans[clan]?.name ?? "";
}

export function buildingName(catalogue: Catalogue, building: number): string {
  return catalogue.buildings[building]?.name ?? `building ${building}`;
}

export function figureName(catalogue: Catalogue, figure: number): string {
  return catalogue.figures[figure]?.name ?? `figure ${figure}`;
}
