import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";

const SOURCES = resolve(import.meta.dir, "../../server/src");
/** What a document passes through: reading, committing, and delivery to the indexes. */
const FOLDERS = ["ingest", "indexes/delivery", "indexes/reconcile"];

/** Sources with a failpoint at each `await`. */
export interface Instrumented {
  /** Place and what is awaited, e.g. `ingest/upsert/upsert.ts:52 lockFilenames`. */
  readonly failpoints: readonly string[];
  /** Changed sources by path. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Puts a failpoint around everything that ingestion, commit and delivery await. */
export function instrument(): Instrumented {
  const failpoints: string[] = [];
  const sources: Record<string, string> = {};
  for (const path of FOLDERS.flatMap((folder) => filesOf(join(SOURCES, folder))).sort())
    sources[path] = withFailpoints(path, failpoints);
  return { failpoints, sources };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function withFailpoints(path: string, failpoints: string[]): string {
  const text = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const insertions: [position: number, text: string][] = [];
  const visit = (node: ts.Node): void => {
    // A function cannot yield for the one around it.
    if (ts.isAwaitExpression(node) && !contains(node, ts.isYieldExpression)) {
      const { expression } = node;
      const { line } = file.getLineAndCharacterOfPosition(expression.getStart(file));
      const callee = /^[\w.?]*/.exec(expression.getText(file))?.[0];
      const place = `${relative(SOURCES, path)}:${line + 1} ${callee}`;
      const name = failpoints.includes(place) ? `${place} ${expression.pos}` : place;
      failpoints.push(name);
      const isAsync = contains(expression, ts.isAwaitExpression);
      const begin = `passFailpoint(${JSON.stringify(name)}, ${isAsync ? "async " : ""}() => (`;
      insertions.push([expression.getStart(file), begin], [expression.end, "))"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return insertions
    .sort(([one], [other]) => other - one)
    .reduce((changed, [at, added]) => changed.slice(0, at) + added + changed.slice(at), text);
}

/** True when the expression, without the functions in it, has such a part. */
function contains(node: ts.Node, isWanted: (part: ts.Node) => boolean): boolean {
  if (isWanted(node)) return true;
  return (
    ts.forEachChild(node, (part) =>
      ts.isFunctionLike(part) ? undefined : contains(part, isWanted) || undefined,
    ) ?? false
  );
}
