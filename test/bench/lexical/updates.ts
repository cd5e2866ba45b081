import type { LexicalIndex } from "@quarry/core";
import { type Corpus, makeDocument } from "../lexical-corpus.ts";
import { print } from "./print.ts";
import { CHUNKS_PER_DOCUMENT, ORG, spaceOf } from "./spaces.ts";

const UPDATES = 50;

/** Measures the deletion and replacement of single documents. */
export async function benchUpdates(postgres: LexicalIndex, corpus: Corpus): Promise<void> {
  const deleteStart = performance.now();
  for (let at = 0; at < UPDATES; at++) await postgres.delete({ orgId: ORG, documentId: `doc_${at * 1000}` });
  print(`deleting a document: ${((performance.now() - deleteStart) / UPDATES).toFixed(2)} ms`);
  const replaceStart = performance.now();
  for (let at = UPDATES; at < 2 * UPDATES; at++)
    await postgres.replaceDocuments(ORG, [makeDocument(at * 1000, spaceOf(at), CHUNKS_PER_DOCUMENT, corpus)]);
  print(
    `replacing a document of ${CHUNKS_PER_DOCUMENT} chunks: ${((performance.now() - replaceStart) / UPDATES).toFixed(2)} ms`,
  );
}
