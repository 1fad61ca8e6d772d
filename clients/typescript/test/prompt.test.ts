import assert from "node:assert/strict";
import { test } from "node:test";

import { prompt } from "../src/index.js";
import { promptsOf, recorded } from "./recorded.js";

test("the words of a transcript make the prompts that stand beside it", async () => {
  const { requests } = await recorded("text");
  const prompts = requests.map(({ text }) => `${text ? prompt(text) : ""}\n`);
  assert.equal(prompts.join(""), promptsOf("text"));
});
