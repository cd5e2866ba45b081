import { resolve } from "node:path";
import { build } from "tsup";

/** Builds the program for Node into `packages/mcp-bridge/dist`. Assistants start it with `npx`. */
process.chdir(resolve(import.meta.dir, ".."));
await build({
  entry: ["src/command.ts"],
  format: ["esm"],
  outDir: "dist",
  target: "node20",
  platform: "node",
  banner: { js: "#!/usr/bin/env node" },
  clean: true,
  silent: true,
});
