import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { plainTypes } from "../../sdk/build/plain-types.ts";
import { TOOLS } from "./packed.ts";
import { run } from "./run.ts";

const SCHEMA = resolve(import.meta.dir, "../../packages/schema/src/index.ts");
const SAME =
  "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [A] extends [B] ? [B] extends [A] ? true : false : false;";

const types = plainTypes(SCHEMA);
const names = [...types.matchAll(/^export (?:type|interface) (\w+)(?= =| \{)/gm)].map(
  ([, name]) => `${name}`,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-types-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names of types and fields without a comment. */
function withoutComment(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const isNamed =
      ts.isPropertySignature(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
    if (isNamed && ts.getJSDocCommentsAndTags(node).length === 0) found.push(node.name.getText());
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

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

test("every type and every field has a comment, which editors show on hover", () => {
  const source = ts.createSourceFile("plain.ts", types, ts.ScriptTarget.ESNext, true);
  expect(withoutComment(source)).toEqual([]);
});

test("a missing comment is detected", () => {
  const text = "/** A. */\nexport type A = {\n/** A field. */\na: string; b: { c: 1 } };";
  const source = ts.createSourceFile("plain.ts", text, ts.ScriptTarget.ESNext, true);
  expect(withoutComment(source)).toEqual(["b", "c"]);
});

test("a different type is detected", async () => {
  const { code, output } = await compare(types.replace("fileSize: string", "fileSize: number"));
  expect(code).not.toBe(0);
  expect(output).toContain("compare.ts");
}, 120_000);
