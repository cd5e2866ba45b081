import type { LexicalDocument, LexicalEntry } from "@quarry/core";
import {
  analyzeRuns,
  CONTEXT_FREQUENCY,
  createYieldToEventLoop,
  type Language,
  type RunNumbers,
  takeAnalysis,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import { documentLanguage } from "@quarry/core/internal/language";
import { createSegmentEncoder, type Directory, type SegmentRows } from "../encoding/segment-encoder.ts";
import { shortKey } from "../encoding/term-key.ts";
import { createTermTable, type TermTable } from "./term-table.ts";

/** Version of the analyzer and of the stored format. Documents of another version are indexed again. */
export const LEXICAL_VERSION = 2;

/** A chunk ready to be stored. */
export interface PreparedChunk {
  readonly id: string;
  /** Keys of its words in reading order, 4 bytes each, with a zero between text and context. */
  readonly words: Uint8Array;
}

/** A document's part of a segment, before its write number is assigned. */
export interface PreparedDocument {
  readonly documentId: string;
  readonly generation: number;
  readonly metadata: LexicalEntry["metadata"];
  readonly language: Language;
  readonly chunks: readonly PreparedChunk[];
  /** As in `HeaderDocument`. */
  readonly lengths: readonly number[];
}

/** A segment ready to be stored. */
export interface PreparedSegment {
  readonly spaceId: string;
  readonly documents: readonly PreparedDocument[];
  readonly rows: SegmentRows;
  readonly directory: Directory;
}

interface Draft {
  readonly spaceId: string;
  readonly documents: PreparedDocument[];
  readonly table: TermTable;
  chunkCount: number;
}

/** Maximum chunks per segment while writing, about 10 MB of terms in memory. */
const MAX_CHUNKS = 2048;

/**
 * Analyzes documents and encodes one segment per space, or several for many chunks. Yields to the event loop about
 * every 10 ms.
 */
export async function prepareSegments(documents: Iterable<LexicalDocument>): Promise<PreparedSegment[]> {
  const yieldToEventLoop = createYieldToEventLoop();
  const drafts = new Map<string, Draft>();
  const finished: PreparedSegment[] = [];
  for (const { documentId, entries } of documents) {
    const language = documentLanguage(entries);
    for (const [spaceId, own] of Map.groupBy(entries, (entry) => entry.spaceId)) {
      const draft = drafts.get(spaceId) ?? {
        spaceId,
        documents: [],
        table: createTermTable(),
        chunkCount: 0,
      };
      drafts.set(spaceId, draft);
      const lengths: number[] = [];
      const chunks: PreparedChunk[] = [];
      for (const entry of own) {
        await yieldToEventLoop();
        chunks.push(prepareChunk(entry, language, draft.table, lengths));
      }
      const { generation, metadata } = own[0] as LexicalEntry;
      draft.documents.push({ documentId, generation, metadata, language, chunks, lengths });
      draft.chunkCount += chunks.length;
      if (draft.chunkCount < MAX_CHUNKS) continue;
      finished.push(await finish(draft, yieldToEventLoop));
      drafts.delete(spaceId);
    }
  }
  for (const draft of drafts.values()) finished.push(await finish(draft, yieldToEventLoop));
  return finished;
}

async function finish(
  { spaceId, documents, table }: Draft,
  yieldToEventLoop: YieldToEventLoop,
): Promise<PreparedSegment> {
  const encoder = createSegmentEncoder();
  await table.encode(encoder, yieldToEventLoop);
  return { spaceId, documents, rows: encoder.take(true), directory: encoder.directory() };
}

function prepareChunk(
  { id, text, context }: LexicalEntry,
  language: Language,
  table: TermTable,
  lengths: number[],
): PreparedChunk {
  const inner = takeAnalysis(text, language).map(table.numbersOf);
  const outer = analyzeRuns(context, language).map(table.numbersOf);
  const words = new Uint32Array(sequenceLength(inner) + 1 + sequenceLength(outer));
  let [at, wordCount, gramCount] = [0, 0, 0];
  const addSequence = ({ cells, sequenceEnd, joinedEnd }: RunNumbers) => {
    for (let index = 0; index < sequenceEnd; index++)
      words[at++] = shortKey(table.keyOf(cells[index] as number));
    wordCount += joinedEnd;
  };
  for (const run of inner) {
    addSequence(run);
    for (const number of run.cells) table.count(number, 1);
    gramCount += run.cells.length - run.joinedEnd;
  }
  at += 1;
  for (const run of outer) {
    addSequence(run);
    for (let index = 0; index < run.joinedEnd; index++)
      table.count(run.cells[index] as number, CONTEXT_FREQUENCY);
  }
  table.endChunk();
  lengths.push(wordCount, gramCount);
  return { id, words: new Uint8Array(words.buffer) };
}

function sequenceLength(runs: readonly RunNumbers[]): number {
  return runs.reduce((sum, { sequenceEnd }) => sum + sequenceEnd, 0);
}
