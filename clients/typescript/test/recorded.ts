import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { fromBinary } from "@bufbuild/protobuf";
import { sizeDelimitedDecodeStream } from "@bufbuild/protobuf/wire";

import {
  PlayResponseSchema,
  type DecisionRequest,
} from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import {
  TranscriptEntrySchema,
  type TranscriptEntry,
} from "../src/gen/lawspeaker/v1/transcript_pb.js";
import { Match } from "../src/match.js";

const FOLDER = join(import.meta.dirname, "../../transcripts");
const SUFFIX = ".transcript";

export type Entry = TranscriptEntry["entry"];

/** The names of all transcripts. */
export function transcripts(): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(SUFFIX));
  return files.map((file) => file.slice(0, -SUFFIX.length));
}

/** The prompts that stand beside a transcript. */
export function promptsOf(transcript: string): string {
  return readFileSync(join(FOLDER, `${transcript}.prompts`), "utf8");
}

/** What is in a transcript. */
export async function entriesOf(transcript: string): Promise<Entry[]> {
  const file = createReadStream(join(FOLDER, transcript + SUFFIX));
  const entries: Entry[] = [];
  for await (const { entry } of sizeDelimitedDecodeStream(TranscriptEntrySchema, file)) {
    entries.push(entry);
  }
  return entries;
}

/** The one match of a transcript, and what is asked in it. */
export async function recorded(transcript: string) {
  const said = (await entriesOf(transcript))
    .filter((entry) => entry.case === "fromReferee")
    .map(({ value }) => fromBinary(PlayResponseSchema, value).message);
  const started = said.find((message) => message.case === "matchStarted");
  if (!started) throw new Error(`no match begins in ${transcript}`);
  const requests: DecisionRequest[] = said
    .filter((message) => message.case === "decisionRequest")
    .map(({ value }) => value);
  return { match: new Match(started.value), requests };
}
