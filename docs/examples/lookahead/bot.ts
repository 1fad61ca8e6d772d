/** Looks ahead by playouts of `lawspeaker engine`, and takes the promising answer that wins most often. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { run, type Bot, type Decision } from "lawspeaker-bot";

const THINKING = 0.1; // seconds a decision
const PHASES = 4; // after each of them the worse half of the answers is dropped

/** What came of the playouts after one answer: sums over them, worths by seat. */
interface Tried {
  picks: number[];
  playouts: number;
  worthSums: number[];
  leadSquareSum: number;
}

interface Response {
  error?: { message: string };
  positions?: { positions: { position: number }[] };
  playouts?: { positions: { answers: Tried[] }[] };
}

class Lookahead implements Bot {
  readonly name = "lookahead";
  readonly positions = true;
  readonly #engine = spawn("lawspeaker", ["engine", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  readonly #lines = createInterface(this.#engine.stdout)[Symbol.asyncIterator]();

  async decide(decision: Decision): Promise<number[]> {
    const { seat, timeLeftMs = Infinity } = decision;
    const seconds = Math.min(THINKING, timeLeftMs / 4000) / PHASES;
    const loaded = await this.ask({ load: { positions: [Buffer.from(decision.position).toString("base64")] } });
    const position = loaded.positions!.positions[0]!.position;
    let live: Tried[] = []; // THINK HERE. Without answers those of search are tried, first greedy's
    for (let phase = 0; phase < PHASES && live.length !== 1; phase++) {
      const answers = live.map(({ picks }) => ({ picks }));
      const response = await this.ask({
        playouts: {
          positions: [position],
          count: 1000,
          seconds,
          dealAnewFor: seat,
          policy: "PLAYOUT_POLICY_GREEDY",
          horizon: { asSearch: true },
          answers: [{ position, answers }],
        },
      });
      const [first, ...others] = response.playouts!.positions[0]!.answers;
      live.forEach((before, i) => add(i ? others[i - 1]! : first!, before));
      others.sort((a, b) => b.worthSums[seat]! - a.worthSums[seat]!);
      live = [first!, ...others.slice(0, Math.max(1, Math.floor(others.length / 2)))];
    }
    await this.ask({ release: {} });
    return (live[1] && lead(live[1], live[0]!, seat) > 0 ? live[1] : live[0]!).picks;
  }

  async ask(request: object): Promise<Response> {
    this.#engine.stdin.write(JSON.stringify(request) + "\n");
    const line = await this.#lines.next();
    const response = JSON.parse(line.done ? '{"error":{"message":"it ended"}}' : line.value) as Response;
    if (response.error) throw new Error(`lawspeaker engine: ${response.error.message}`);
    return response;
  }
}

function add(found: Tried, before: Tried): void {
  found.playouts += before.playouts;
  found.worthSums = found.worthSums.map((worth, seat) => worth + before.worthSums[seat]!);
  found.leadSquareSum += before.leadSquareSum;
}

/** Returns how much better an answer is than the first one, less half a standard error, which may be luck. */
function lead(tried: Tried, { worthSums, playouts }: Tried, seat: number): number {
  const mean = (tried.worthSums[seat]! - worthSums[seat]!) / playouts;
  return mean - 0.5 * Math.sqrt((tried.leadSquareSum / playouts - mean * mean + 0.0025) / playouts);
}

const bot = new Lookahead();
await bot.ask({ release: {} }); // once it answers it is ready, and no decision waits for its start
await run(bot);
