import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type Options } from "tsup";
import { ENTRIES } from "./entries.ts";
import { plainTypes } from "./plain-types.ts";

/** Builds the package into `sdk/dist`, for `import` and for `require`, each with type declarations. */
const PACKAGE = resolve(import.meta.dir, "..");
const SCHEMA = resolve(PACKAGE, "../packages/schema/src/index.ts");
const TYPES = join(PACKAGE, "dist/types/schema.ts");

process.chdir(PACKAGE);
await rm("dist", { recursive: true, force: true });
await Bun.write(TYPES, plainTypes(SCHEMA));
const options: Options = {
  entry: ENTRIES,
  format: ["esm", "cjs"],
  outDir: "dist",
  target: "node18",
  platform: "neutral",
  // All entries share one copy of the error classes.
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
