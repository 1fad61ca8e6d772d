// A bot that fails in its own code, for tests of its program's end.

import { run } from "../src/index.js";

await run({
  name: "clumsy",
  decide: () => {
    throw new TypeError("all thumbs");
  },
});
