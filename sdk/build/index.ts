import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type Options } from "tsup";
import { plainTypes } from "./plain-types.ts";

/** Builds the package into `sdk/dist`: for `import` and `require`, each with its own declarations. */
const PACKAGE = resolve(import.meta.dir, "..");
const SCHEMA = resolve(PACKAGE, "../packages/schema/src/index.ts");
const TYPES = join(PACKAGE, "dist/types/schema.ts");

process.chdir(PACKAGE);
await rm("dist", { recursive: true, force: true });
await Bun.write(TYPES, plainTypes(SCHEMA));
const options: Options = {
  entry: ["src/index.ts", "src/validate.ts", "src/langchain.ts", "src/ai.ts"],
  format: ["esm", "cjs"],
  outDir: "dist",
  target: "node18",
  platform: "neutral",
  // One copy of the error classes, whichever part of the package is loaded first.
  splitting: true,
  removeNodeProtocol: false,
  silent: true,
};
await build({ ...options, noExternal: ["@quarry/schema"] });
await build({
  ...options,
  dts: {
    only: true,
    resolve: ["@quarry/schema"],
    compilerOptions: { composite: false, paths: { "@quarry/schema": [TYPES] } },
  },
});
await rm(join(TYPES, ".."), { recursive: true });
