import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "tsup";

/**
 * Builds the package in the current folder into `dist`: `src/index.ts` with what it uses of other packages of this
 * repository, as one JavaScript module and one file of declarations. It runs before the package is packed.
 */
const SOURCES = resolve(import.meta.dir, "../packages/*/src/index.ts");

await rm("dist", { recursive: true, force: true });
const ownPackages = [/^@quarry\//];
await build({
  entry: ["src/index.ts"],
  format: ["esm"],
  outDir: "dist",
  target: "node20",
  platform: "neutral",
  noExternal: ownPackages,
  dts: { resolve: ownPackages, compilerOptions: { composite: false, paths: { "@quarry/*": [SOURCES] } } },
  silent: true,
});
