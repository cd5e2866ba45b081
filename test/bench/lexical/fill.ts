import type { LexicalIndex } from "@quarry/core";
import { type Corpus, makeDocument } from "../lexical-corpus.ts";
import { print } from "./print.ts";
import { CHUNKS_PER_DOCUMENT, ORG, spaceOf } from "./spaces.ts";

const MAX_SAMPLES = 3000;

/** The two compared indexes. */
export interface Indexes {
  readonly postgres: LexicalIndex;
  /** Undefined to measure PostgreSQL only. */
  readonly memory: LexicalIndex | undefined;
}

/** Texts from which to build questions. */
export interface Samples {
  readonly texts: readonly string[];
  /** Number of texts that contain each word. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** Fills both indexes with the same documents, and prints the time per chunk. */
export async function fillIndexes(
  { postgres, memory }: Indexes,
  { chunks, batch, corpus }: { chunks: number; batch: number; corpus: Corpus },
): Promise<Samples> {
  const samples = { texts: [] as string[], frequencies: new Map<string, number>() };
  const spentMs = { postgres: 0, memory: 0 };
  const start = performance.now();
  for (let written = 0, number = 0; written < chunks; number += 1) {
    // Each batch goes to one space, like an import.
    const documents = Array.from({ length: batch / CHUNKS_PER_DOCUMENT }, (_, at) =>
      makeDocument(number * 1000 + at, spaceOf(number), CHUNKS_PER_DOCUMENT, corpus),
    );
    written += batch;
    for (const { entries } of documents) for (const { text } of entries) addSample(samples, text);
    spentMs.postgres += await timed(() => postgres.replaceDocuments(ORG, documents));
    spentMs.memory += await timed(async () => memory?.replaceDocuments(ORG, documents));
    if (written % Math.max(batch, chunks / 10) < batch) {
      const msPerChunk = (performance.now() - start) / written;
      print(
        `${written} chunks, ${msPerChunk.toFixed(3)} ms each; postgres ${(spentMs.postgres / written).toFixed(3)}, memory ${(spentMs.memory / written).toFixed(3)}`,
      );
    }
  }
  return samples;
}

function addSample(samples: { texts: string[]; frequencies: Map<string, number> }, text: string): void {
  if (samples.texts.length >= MAX_SAMPLES) return;
  samples.texts.push(text);
  for (const word of new Set(text.split(/\s+/)))
    samples.frequencies.set(word, (samples.frequencies.get(word) ?? 0) + 1);
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}
