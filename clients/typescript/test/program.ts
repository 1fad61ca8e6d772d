import { spawn } from "node:child_process";
import { once } from "node:events";

/** Start a bot's program; resolves with its exit code and what it printed when it has ended. */
export function start(program: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, ["--import", "tsx", program], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (data: Buffer) => (printed += data.toString()));
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    printed,
  }));
  return { child, ended };
}
