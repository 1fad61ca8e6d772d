// Bundles the viewer into one script and one style sheet: `node build.js FOLDER`.
import { build } from "esbuild";

const [, , folder = "build"] = process.argv;

await build({
  entryPoints: [
    { in: "src/main.ts", out: "viewer" },
    { in: "src/style.css", out: "viewer" },
  ],
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
