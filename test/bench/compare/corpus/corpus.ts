import { chunkDocument } from "@quarry/core/internal";
import { createBuiltinEmbedder } from "@quarry/embedders";
import { textParser } from "@quarry/parsers";
import { Progress } from "../../../eval/progress.ts";
import { type CorpusDocument, makeDocuments } from "./passages.ts";
import type { TextSource } from "./sentences.ts";

/** A document with what the filters select it by. */
export interface FiledDocument extends CorpusDocument {
  readonly metadata: DocumentMetadata;
}

/** Each value of `hundredth` is on 1 % of the documents, of `tenth` on 10 %, of `half` on 50 %. */
export interface DocumentMetadata {
  readonly hundredth: number;
  readonly tenth: number;
  readonly half: number;
}

/** A chunk as the server makes it. */
export interface CorpusChunk {
  readonly content: string;
  readonly document: number;
}

/** Documents, and the chunks that they become. */
export interface Corpus {
  readonly documents: readonly FiledDocument[];
  readonly chunks: readonly CorpusChunk[];
  /** Bytes of the chunks' text and of their vectors, 4 a number. */
  readonly rawBytes: number;
}

/** The vectors of a corpus's chunks, in one array. */
export interface Vectors {
  readonly dimensions: number;
  readonly values: Float32Array;
  at(number: number): Float32Array;
}

const SEED = 16;

/** Makes documents until they have the wished number of chunks. */
export async function makeCorpus(sources: readonly TextSource[], chunkCount: number): Promise<Corpus> {
  const documents: CorpusDocument[] = [];
  let count = 0;
  for (const document of makeDocuments(sources, SEED)) {
    if (count >= chunkCount) break;
    count += (await cut(document)).length;
    documents.push(document);
  }
  return chunksOf(documents);
}

/** Cuts documents into chunks as the server does. */
export async function chunksOf(source: readonly CorpusDocument[]): Promise<Corpus> {
  const documents = source.map((document) => ({ ...document, metadata: metadataOf(document.number) }));
  const chunks: CorpusChunk[] = [];
  for (const document of documents)
    for (const content of await cut(document)) chunks.push({ content, document: document.number });
  const textBytes = chunks.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  return { documents, chunks, rawBytes: textBytes + chunks.length * createBuiltinEmbedder().dimensions * 4 };
}

async function cut({ filename, content }: CorpusDocument): Promise<string[]> {
  const parsed = await textParser.parse({ bytes: new TextEncoder().encode(content), filename });
  return chunkDocument(parsed).map(({ text }) => text);
}

function metadataOf(number: number): DocumentMetadata {
  return { hundredth: number % 100, tenth: number % 10, half: number % 2 };
}

/** Embeds texts with the server's default embedder. */
export async function embedAll(texts: readonly string[], name: string): Promise<Vectors> {
  const embedder = createBuiltinEmbedder();
  const { dimensions, maxBatch } = embedder;
  const values = new Float32Array(texts.length * dimensions);
  const progress = new Progress(name, texts.length);
  for (let start = 0; start < texts.length; start += maxBatch) {
    const batch = await embedder.embed(texts.slice(start, start + maxBatch), "document");
    for (const [at, vector] of batch.entries()) values.set(vector, (start + at) * dimensions);
    progress.advance(batch.length);
  }
  progress.end();
  const at = (number: number) => values.subarray(number * dimensions, (number + 1) * dimensions);
  return { dimensions, values, at };
}
