import type { Document, Quarry } from "@quarry/sdk";
import { cut, HOSTILE_STRINGS } from "./hostile-strings.ts";

/** Slugs of the spaces that are filled. */
export const FILES = "hostile-files";
export const TEXTS = ["texts-1", "texts-2", "texts-3", "texts-4"];
/** Texts in each of the spaces of texts: a page of the playground shows them all. */
export const TEXTS_OF_A_SPACE = 50;
const BATCH = 100;
const AT_ONCE = 8;
const METADATA_CHARS = 120;
const NAME_CHARS = 100;
const FILENAME_CHARS = 255;
const NOTE_CHARS = 500;
const TEXT_CHARS = 1_000;
const PLAIN = "It was found in a drawer of the office, between the plans of the pier. ".repeat(6);

/** The names that a list shows: each hostile string, cut to the length of its field. */
export const namesOf = (maxChars: number) => HOSTILE_STRINGS.map((value) => cut(value, maxChars));
export const NAMES = namesOf(NAME_CHARS);
export const FILENAMES = namesOf(FILENAME_CHARS);
export const NOTES = namesOf(NOTE_CHARS);
/** Descriptions of spaces. A page leaves out a description that repeats the name. */
export const DESCRIPTIONS = HOSTILE_STRINGS.map((value) => cut(`About ${value}`, NOTE_CHARS));

/** What was stored, and is not found by its slug. */
export interface HostileContent {
  /** A document with all strings as keys and values of its metadata. */
  readonly withMetadata: Document;
  /** A document with strings as headings. */
  readonly withHeadings: Document;
  readonly evaluationId: string;
}

/** Stores the hostile strings everywhere where a text is stored. */
export async function fillHostile(quarry: Quarry): Promise<HostileContent> {
  await quarry.spaces.create({ name: "Hostile files", slug: FILES });
  await inTurns(NAMES, (name, at) =>
    quarry.spaces.create({ name, description: DESCRIPTIONS[at] ?? name, slug: `hostile-${at}` }),
  );
  await inTurns(NAMES, (name) => quarry.apiKeys.create({ name, level: "read" }));
  for (let start = 0; start < FILENAMES.length; start += BATCH)
    await storeAll(
      quarry,
      FILES,
      FILENAMES.slice(start, start + BATCH).map((filename, at) => ({
        filename,
        content: `File ${start + at} lies in the drawer.`,
      })),
    );
  await fillTexts(quarry);
  return { ...(await fillDocuments(quarry)), evaluationId: await fillEvaluations(quarry) };
}

/** The plain words around a text keep it from being read as HTML, as a picture or as bytes. */
async function fillTexts(quarry: Quarry): Promise<void> {
  for (const [number, slug] of TEXTS.entries()) {
    await quarry.spaces.create({ name: slug, slug });
    const start = number * TEXTS_OF_A_SPACE;
    const texts = HOSTILE_STRINGS.slice(start, start + TEXTS_OF_A_SPACE);
    await storeAll(
      quarry,
      slug,
      texts.map((value, at) => ({
        filename: `text-${start + at}.txt`,
        content: `Found: ${cut(value, TEXT_CHARS)} ${PLAIN}`,
      })),
    );
  }
}

async function fillDocuments(quarry: Quarry) {
  await quarry.spaces.create({ name: "Hostile documents", slug: "hostile-documents" });
  const short = namesOf(METADATA_CHARS);
  const store = async (filename: string, content: string, metadata: Record<string, string>) =>
    (await quarry.documents.upsert({ spaceId: "hostile-documents", filename, content, metadata })).document;
  const metadata = Object.fromEntries(short.map((value, at) => [value, short.at(-1 - at) ?? ""]));
  const headings = short.filter((value) => !/[\r\n\u2028\u2029]/.test(value));
  return {
    withMetadata: await store(HOSTILE_STRINGS[0] ?? "", "Known by its fields.", metadata),
    withHeadings: await store(
      "<h1>headings</h1>.md",
      headings.map((value) => `# ${value}\n\nBelow it.`).join("\n\n"),
      {},
    ),
  };
}

async function fillEvaluations(quarry: Quarry): Promise<string> {
  const queries = HOSTILE_STRINGS.map((query, at) => ({
    query: cut(query, TEXT_CHARS),
    relevant: [{ filename: FILENAMES[at] ?? "", grade: 1 }],
  }));
  const [first = ""] = HOSTILE_STRINGS;
  await inTurns(NAMES.slice(1, 60), (name) =>
    quarry.evaluations.create({ spaceId: FILES, name, queries: queries.slice(0, 1) }),
  );
  const { evaluation } = await quarry.evaluations.create({ spaceId: FILES, name: first, queries });
  return evaluation.id;
}

async function storeAll(
  quarry: Quarry,
  spaceId: string,
  documents: { filename: string; content: string }[],
): Promise<void> {
  const { results } = await quarry.documents.upsertBatch({ spaceId, documents });
  const refused = results.filter((result) => "error" in result);
  if (refused.length > 0) throw new Error(`Refused: ${JSON.stringify(refused.slice(0, 3))}`);
}

/** Calls for each value, some at a time. */
async function inTurns<Value>(
  values: readonly Value[],
  call: (value: Value, at: number) => PromiseLike<unknown>,
): Promise<void> {
  for (let start = 0; start < values.length; start += AT_ONCE)
    await Promise.all(values.slice(start, start + AT_ONCE).map((value, at) => call(value, start + at)));
}
