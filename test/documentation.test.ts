import { describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import ts from "typescript";

const ROOT = resolve(import.meta.dir, "..");

/** Folders with public API. Everything that they export must have JSDoc. */
const PUBLIC_FOLDERS = [
  "packages/schema/src",
  "packages/core/src/ports",
  "packages/conformance/src",
  "sdk/src",
];

const isTest = (path: string) => /\.(test|fixture)\.ts$|fake-server\.ts$/.test(path);

async function filesOf(pattern: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of new Glob(pattern).scan({ cwd: ROOT, onlyFiles: true }))
    if (!/(^|\/)(node_modules|\.tsc|dist|migrations)\//.test(path) && !path.endsWith(".d.ts"))
      paths.push(path);
  return paths.sort();
}

async function parse(path: string): Promise<ts.SourceFile> {
  const text = await Bun.file(join(ROOT, path)).text();
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}

const locationOf = (file: ts.SourceFile, node: ts.Node) =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(", ");
  const { name } = statement as ts.DeclarationStatement;
  return name?.getText() ?? "default";
}

/** True when a JSDoc comment ends directly above the statement, without a blank line in between. */
function isDocumented(file: ts.SourceFile, statement: ts.Statement): boolean {
  const comment = ts.getLeadingCommentRanges(file.text, statement.getFullStart())?.at(-1);
  if (!comment || !file.text.startsWith("/**", comment.pos)) return false;
  const text = file.text.slice(comment.pos, comment.end);
  if (!/[\p{L}]{2}/u.test(text)) return false;
  return !/\n\s*\n/.test(file.text.slice(comment.end, statement.getStart(file)));
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** True for an overload after the first. Only the first must be documented. */
function isLaterOverload(statement: ts.Statement, previous: ts.Statement | undefined): boolean {
  return (
    ts.isFunctionDeclaration(statement) &&
    previous !== undefined &&
    ts.isFunctionDeclaration(previous) &&
    nameOf(previous) === nameOf(statement)
  );
}

function undocumented(file: ts.SourceFile): string[] {
  return file.statements
    .filter((statement, at) => isExported(statement) && !isLaterOverload(statement, file.statements[at - 1]))
    .filter((statement) => !isDocumented(file, statement))
    .map((statement) => `${locationOf(file, statement)} ${nameOf(statement)}`);
}

function anyTypes(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(locationOf(file, node));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const sourceOf = (text: string) => ts.createSourceFile("a.ts", text, ts.ScriptTarget.ESNext, true);

describe("every export is documented", () => {
  for (const folder of PUBLIC_FOLDERS)
    test(folder, async () => {
      const paths = (await filesOf(`${folder}/**/*.ts`)).filter((path) => !isTest(path));
      expect(paths.length).toBeGreaterThan(3);
      expect((await Promise.all(paths.map(parse))).flatMap(undocumented)).toEqual([]);
    });

  test("detects a missing comment", () => {
    const missing = (text: string) => undocumented(sourceOf(text)).length;
    expect(missing("/** A number. */\nexport const a = 1;\nconst b = 2;\nexport { b };")).toBe(0);
    expect(
      missing("/** Both. */\nexport function f(a: 1): 1;\nexport function f(a: number) { return a; }"),
    ).toBe(0);
    for (const text of [
      "export const a = 1;",
      "// A number.\nexport const a = 1;",
      "/** */\nexport type A = 1;",
      "/** Of something else. */\n\nexport interface A {}",
      "/** A number. */\n// biome-ignore x: y\nexport const a = 1;",
      "/** A class. */\nexport class A {}\nexport type B = A;",
    ])
      expect([text, missing(text)]).toEqual([text, 1]);
  });
});

describe("source files", () => {
  test("are short: at most 120 lines in the median and 300 at the 90th percentile", async () => {
    const paths = (await filesOf("{packages,adapters,server,sdk}/**/*.ts")).filter((path) => !isTest(path));
    const lengths = await Promise.all(
      paths.map(async (path) => (await Bun.file(join(ROOT, path)).text()).trimEnd().split("\n").length),
    );
    lengths.sort((a, b) => a - b);
    expect(lengths.length).toBeGreaterThan(100);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(120);
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(300);
  });

  test("do not use `any`, and neither do tests", async () => {
    const paths = await filesOf("{packages,adapters,server,sdk,test,scripts}/**/*.ts");
    expect((await Promise.all(paths.map(parse))).flatMap(anyTypes)).toEqual([]);
  });

  test("detects the type `any`, but not the word", () => {
    for (const text of [
      "let a: any;",
      "const f = (a: any[]) => a;",
      "type A = Map<string, any>;",
      "x as any;",
    ])
      expect(anyTypes(sourceOf(text))).toHaveLength(1);
    expect(anyTypes(sourceOf("// any\nconst any = 'any'; type A = { any: 1 };"))).toEqual([]);
  });
});
