import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CreateEvaluationBody } from "@quarry/schema";
import { isObject } from "../json/is-object.ts";
import { UsageError } from "../options/usage-error.ts";

type GoldenQuery = CreateEvaluationBody["queries"][number];
type Relevant = GoldenQuery["relevant"][number];

/**
 * Reads golden queries: a JSON array, an object with `queries`, or with `.jsonl` one query per line. `{ filename, grade }`
 * may be shortened to a filename. The evaluation is named after the file.
 * @throws UsageError that names the invalid place in the file.
 */
export async function readGoldenFile(path: string): Promise<CreateEvaluationBody> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}`);
  });
  const entries = /\.(jsonl|ndjson)$/i.test(path) ? readLines(path, text) : readArray(path, text);
  const queries = entries.map(({ value, place }) => toGoldenQuery(value, place));
  if (queries.length === 0) throw new UsageError(`${path} contains no queries.`);
  return { name: basename(path), queries };
}

interface Entry {
  readonly value: unknown;
  /** The position in the file, for messages. */
  readonly place: string;
}

function readLines(path: string, text: string): Entry[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((line, at) => {
      const place = `${path}, line ${at + 1}`;
      return line.trim() === "" ? [] : [{ place, value: parseJson(line, place) }];
    });
}

function readArray(path: string, text: string): Entry[] {
  const value = parseJson(text.replace(/^\uFEFF/, ""), path);
  const list = isObject(value) ? value.queries : value;
  if (!Array.isArray(list))
    throw new UsageError(`${path} must contain an array of queries, or { "queries": [...] }.`);
  return list.map((value: unknown, at) => ({ value, place: `${path}, query ${at + 1}` }));
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place} is not valid JSON: ${(error as Error).message}`);
  }
}

function toGoldenQuery(value: unknown, place: string): GoldenQuery {
  if (!isObject(value) || typeof value.query !== "string")
    throw new UsageError(`${place}: expected { "query": "...", "relevant": [...] }.`);
  if (!Array.isArray(value.relevant))
    throw new UsageError(`${place}: "relevant" must be an array of filenames or { "filename", "grade" }.`);
  return { query: value.query, relevant: value.relevant.map((item: unknown) => toRelevant(item, place)) };
}

function toRelevant(value: unknown, place: string): Relevant {
  if (typeof value === "string") return { filename: value };
  if (isObject(value) && typeof value.filename === "string") {
    const { filename, grade } = value;
    if (grade === undefined) return { filename };
    if (typeof grade === "number") return { filename, grade };
  }
  throw new UsageError(
    `${place}: each entry of "relevant" must be a filename or { "filename": "...", "grade": 0 to 10 }.`,
  );
}
