import { GreedyBot } from "../bots/greedy.js";
import { run } from "../index.js";

await run(new GreedyBot());
