import { ExampleBot } from "../bots/example.js";
import { run } from "../index.js";

await run(new ExampleBot());
