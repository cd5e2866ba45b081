import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "tsup";

/**
 * Builds the command for Node: one module to start, and one for each command, with everything they use.
 * `--out FOLDER` builds into another folder than `dist`.
 */
const PACKAGE = resolve(import.meta.dir, "..");
const { out } = parseArgs({ options: { out: { type: "string" } } }).values;

await build({
  entry: { command: resolve(PACKAGE, "src/command.ts") },
  config: false,
  format: ["esm"],
  outDir: resolve(out ?? resolve(PACKAGE, "dist")),
  tsconfig: resolve(PACKAGE, "tsconfig.json"),
  target: "node20",
  platform: "node",
  noExternal: [/./],
  banner: { js: "#!/usr/bin/env node" },
  clean: true,
  silent: true,
});
