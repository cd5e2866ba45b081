import type { BenchContext } from "../bench-context.ts";
import type { CorpusChunk, DocumentMetadata } from "../corpus/corpus.ts";
import { exactNearest, recallOf } from "../corpus/recall.ts";
import type { QuarryServer } from "./quarry.ts";
import { questionsOf } from "./questions.ts";
import type { Stage } from "./stage.ts";

const TOP_K = 10;

/** A filter's field and value for a question; undefined for no filter. */
export type Where = (number: number) => Readonly<Partial<DocumentMetadata>> | undefined;

/**
 * Returns the share of the exact nearest chunks that answers have.
 * @param ask Returns the contents of an answer to a question.
 */
export async function recallOnStage(
  context: BenchContext,
  { vectors, corpus }: Pick<Stage, "vectors" | "corpus">,
  where: Where,
  ask: (number: number) => Promise<readonly string[]>,
): Promise<number> {
  const questions = await questionsOf(context);
  const own = await vectors();
  const count = Math.min(context.effort.recallQuestions, context.effort.peerQuestions);
  let sum = 0;
  for (let number = 0; number < count; number += 1) {
    const fits = createFit(corpus.chunks, corpus.documents, where(number));
    const nearest = exactNearest(own, questions.vectors.at(number), TOP_K, fits);
    const contents = nearest.map((chunk) => corpus.chunks[chunk]?.content ?? "");
    sum += recallOf(await ask(number), contents);
  }
  return sum / count;
}

function createFit(
  chunks: readonly CorpusChunk[],
  documents: Stage["corpus"]["documents"],
  wanted: Readonly<Partial<DocumentMetadata>> | undefined,
): (number: number) => boolean {
  const [field, value] = Object.entries(wanted ?? {})[0] ?? [];
  if (field === undefined) return () => true;
  const name = field as keyof DocumentMetadata;
  return (number) => documents[chunks[number]?.document ?? -1]?.metadata[name] === value;
}

/** Returns the contents of Quarry's answer. */
export async function contentsOf(quarry: QuarryServer, body: unknown): Promise<string[]> {
  const { results } = await quarry.call<{ results: { chunk: { content: string } }[] }>(
    "POST",
    "/api/query",
    body,
  );
  return results.map(({ chunk }) => chunk.content);
}
