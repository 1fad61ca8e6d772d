// A small match for tests: two seats, four steps, a hidden act, a fault and sealed acts.
import type { Document } from "../src/document.ts";

export function match(more: Partial<Document> = {}): Document {
  return {
    format: 1,
    match: {
      id: "m1",
      game: "none",
      title: "None",
      version: 1,
      engine: "1",
      options: {},
      clock: "none",
      started_ms: 0,
      ended_ms: 1,
      commitment: "",
      signed_by: "",
    },
    seats: [
      { bot: "one", version: "1", sdk: "", identity: "" },
      { bot: "two", version: "2", sdk: "", identity: "" },
    ],
    teams: [],
    prompts: { bid: "How much do you bid?" },
    catalogue: { cards: [{ name: "Ox" }, { name: "Elk" }] },
    steps: [
      { acts: [{ seat: -1, prompt: "deal", stream: "deck" }] },
      { acts: [{ seat: 0, prompt: "turn", chosen: [], text: [] }] },
      {
        acts: [
          { seat: 0, prompt: "bid" },
          { seat: 1, prompt: "bid", text: ["pass"], chosen: [], fault: "timeout" },
        ],
      },
      { acts: [{ seat: 1, prompt: "turn", chosen: [], text: ["go"] }], changes: ["it ends"] },
    ],
    chapters: [
      { step: 0, label: "year 1, phase start" },
      { step: 2, label: "year 1, phase bids" },
    ],
    asked: [],
    eyes: [
      {
        eye: -2,
        views: [{ round: 0, hand: [1] }, { round: 1 }, null, { hand: [] }, null],
        acts: {
          "0.0": { chosen: [], text: ["Ox"] },
          "2.0": { chosen: [], text: ["3"], annotation: "I bluff" },
        },
      },
      { eye: -1, views: [{ round: 0 }, { round: 1 }, null, null, null], acts: {} },
    ],
    outcome: {
      ranks: [2, 1],
      scores: [0, 3],
      reason: "end",
      parts: [
        { tokens: 2, Unrest: -2, cards: 0 },
        { tokens: 3, Unrest: 0, cards: 0 },
      ],
      decided: ["Most points, 3: seat 1."],
      forfeits: [],
      resigned: [],
      substituted: [],
      stood_in: [],
    },
    note: "",
    ...more,
  };
}
