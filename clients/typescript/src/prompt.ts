import type { DecisionText } from "./gen/lawspeaker/v1/referee_service_pb.js";

/** One prompt for a language model: the view, the events, the question and the options with their numbers. */
export function prompt({ view, events, question, options }: DecisionText): string {
  const happened = events.length > 0 ? ["Since your last decision:", ...events, ""] : [];
  const numbered = options.map((option, index) => `${index}: ${option}`);
  return [view, ...happened, question, ...numbered].join("\n");
}
