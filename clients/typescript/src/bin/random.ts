import { RandomBot } from "../bots/random.js";
import { run } from "../index.js";

await run(new RandomBot());
