import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { plainTypes } from "../../sdk/build/plain-types.ts";
import { TOOLS } from "./packed.ts";
import { run } from "./run.ts";
import { undocumented } from "./undocumented.ts";

const SCHEMA = resolve(import.meta.dir, "../../packages/schema/src/index.ts");
const SAME =
  "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [A] extends [B] ? [B] extends [A] ? true : false : false;";

const types = plainTypes(SCHEMA);
const names = [...types.matchAll(/^export (?:type|interface) (\w+)(?= =| \{)/gm)].map(
  ([, name]) => `${name}`,
);

const HIDDEN = `/** A hidden type. */
export interface Hidden { size: { width: number } }`;
const EXPORTED = `import type { Hidden } from "./hidden.ts";
/** A client. */
export declare class Client extends Error {
  #secret: string;
  private unseen: number;
  hidden: Hidden;
  /** Sends once. */
  send(name: { /** An id. */ id: string }): void;
  send(name: { id: string }, often: true): void;
}
/** Options. */
export interface WaitOptions {
  /** In milliseconds. Default: 5. */
  timeoutMs?: number | undefined;
  /** How often. */
  retries?: number | undefined;
}
/** @throws Error always. */
export declare function read(): void;
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-types-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Compiles a comparison of every type with the schema's and returns the compiler's output. */
async function compare(plain: string) {
  await Bun.write(join(folder, "plain.ts"), plain);
  const lines = names.map((name) => `true satisfies Same<Schema.${name}, Plain.${name}>; // ${name}`);
  const imports = `import type * as Schema from ${JSON.stringify(SCHEMA)};\nimport type * as Plain from "./plain.ts";`;
  await Bun.write(join(folder, "compare.ts"), `${imports}\n${SAME}\n${lines.join("\n")}\n`);
  const compilerOptions = {
    ...{ strict: true, skipLibCheck: true, noEmit: true, types: [] },
    ...{
      target: "ES2024",
      module: "Preserve",
      moduleResolution: "bundler",
      allowImportingTsExtensions: true,
    },
  };
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["compare.ts"] }));
  return run([join(TOOLS, ".bin/tsc"), "-p", folder], { cwd: folder });
}

test("the published types equal the types of the schemas and do not refer to TypeBox", async () => {
  expect(names.length).toBeGreaterThan(100);
  const code = types.replaceAll(/\/\*\*.*?\*\//gs, "");
  expect(code).not.toMatch(/\bimport\b|typebox|\bStatic\b|\bany\b/);
  expect(await compare(types)).toEqual({ code: 0, output: "" });
}, 120_000);

test("every type and every field has a comment, which editors show on hover", async () => {
  await Bun.write(join(folder, "commented.ts"), types);
  expect(undocumented(folder, ["commented.ts"])).toEqual([]);
}, 60_000);

test("missing comments are detected, at any depth and in what an export refers to", async () => {
  await Bun.write(join(folder, "hidden.ts"), HIDDEN);
  await Bun.write(join(folder, "exported.ts"), EXPORTED);
  expect(undocumented(folder, ["exported.ts"])).toEqual([
    ...["Client.hidden", "Client.send", "Client.send.id", "Hidden.size", "Hidden.size.width"],
    ...["WaitOptions.retries: default", "read"],
  ]);
}, 60_000);

test("a different type is detected", async () => {
  const { code, output } = await compare(types.replace("fileSize: string", "fileSize: number"));
  expect(code).not.toBe(0);
  expect(output).toContain("compare.ts");
}, 120_000);
