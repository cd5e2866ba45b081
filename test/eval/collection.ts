import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Judgements } from "@quarry/core/internal";
import { UserError } from "./user-error.ts";

/** A document or question with its id in the collection. */
export interface Entry {
  readonly id: string;
  readonly text: string;
}

/** A test collection: documents, questions, and relevance judgements. */
export interface Collection {
  readonly name: string;
  readonly documents: readonly Entry[];
  /** The questions that have at least one relevant document. */
  readonly questions: readonly Entry[];
  readonly judgements: ReadonlyMap<string, Judgements>;
  /** Number of documents without text, which are not loaded. */
  readonly empty: number;
}

const REPOSITORY = resolve(import.meta.dir, "../..");

/** Returns the folder that contains one folder per collection. */
export function dataFolder(): string {
  return resolve(REPOSITORY, process.env.QUARRY_EVAL_DATA || "../shared/data/ir");
}

/** Returns the language in a collection's name, or `en` if there is none. */
export function languageOf(name: string): string {
  return /^xquad-(\w+)$/.exec(name)?.[1] ?? "en";
}

/** Returns the sorted names of the available collections. */
export async function collectionNames(): Promise<string[]> {
  const entries = await readdir(dataFolder(), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (names.length === 0)
    throw new UserError(`${dataFolder()} contains no collections. Set QUARRY_EVAL_DATA to their folder.`);
  return names.sort();
}

/** Reads a collection in the layout of BEIR: corpus.jsonl, queries.jsonl, qrels.tsv. `limit` is the maximum of documents. */
export async function readCollection(name: string, limit?: number): Promise<Collection> {
  const read = async (file: string): Promise<string[]> => {
    const path = join(dataFolder(), name, file);
    const source = Bun.file(path);
    if (!(await source.exists())) {
      throw new UserError(
        `The collection ${name} is incomplete: ${path} is missing. Set QUARRY_EVAL_DATA to the collections' folder.`,
      );
    }
    return (await source.text()).split(/\r?\n/).filter((line) => line.trim() !== "");
  };
  const [corpus, queries, qrels] = await Promise.all(
    ["corpus.jsonl", "queries.jsonl", "qrels.tsv"].map(read),
  );
  const all = (corpus ?? []).map(parseDocument);
  const kept = all.slice(0, limit);
  const known = limit === undefined ? undefined : new Set(kept.map(({ id }) => id));
  const judgements = parseJudgements(qrels ?? [], known);
  const answerable = ({ id }: Entry): boolean =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0);
  const documents = kept.filter(({ text }) => text.trim() !== "");
  return {
    name,
    documents,
    questions: (queries ?? []).map(parseQuestion).filter(answerable),
    judgements,
    empty: kept.length - documents.length,
  };
}

function parseDocument(line: string): Entry {
  const { _id, title, text } = JSON.parse(line) as { _id: string; title?: string; text: string };
  return { id: _id, text: title ? `# ${title}\n\n${text}` : text };
}

function parseQuestion(line: string): Entry {
  const { _id, text } = JSON.parse(line) as { _id: string; text: string };
  return { id: _id, text };
}

/** Returns the judgements by question id, skipping the header line and documents that are not `known`. */
function parseJudgements(
  lines: readonly string[],
  known?: ReadonlySet<string>,
): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of lines.slice(1)) {
    const [question = "", document = "", score] = line.split("\t");
    if (known && !known.has(document)) continue;
    const judged = judgements.get(question) ?? new Map<string, number>();
    judgements.set(question, judged.set(document, Number(score)));
  }
  return judgements;
}
