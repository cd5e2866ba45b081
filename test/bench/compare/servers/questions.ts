import type { BenchContext } from "../bench-context.ts";
import { embedAll, type Vectors } from "../corpus/corpus.ts";
import { makeQuestions } from "../corpus/questions.ts";
import type { HttpTarget } from "../load/job.ts";
import { type ChromaServer, chromaQuery } from "./chroma.ts";
import type { QuarryServer } from "./quarry.ts";

/** The questions of a run. */
export interface Questions {
  readonly texts: readonly string[];
  /** Vectors of the first ones, for the peers. */
  readonly vectors: Vectors;
}

const SEED = 61;

let made: Promise<Questions> | undefined;

/** Makes the questions, once per run. */
export function questionsOf({ sources, effort, say }: BenchContext): Promise<Questions> {
  made ??= (async () => {
    const texts = makeQuestions(sources, effort.questions, SEED);
    say(`${texts.length} distinct questions; the first ${effort.peerQuestions} are embedded for the peers`);
    return { texts, vectors: await embedAll(texts.slice(0, effort.peerQuestions), "questions") };
  })();
  return made;
}

/** Writes a query per question. `extra` receives the question's number. */
export async function quarryTarget(
  context: BenchContext,
  quarry: QuarryServer,
  extra: (number: number) => Readonly<Record<string, unknown>>,
): Promise<HttpTarget> {
  const { texts } = await questionsOf(context);
  const lines = texts.map((query, number) => JSON.stringify({ query, ...extra(number) }));
  return {
    ...{ kind: "http", origin: quarry.origin, method: "POST", path: "/api/query" },
    headers: quarry.headers,
    bodies: await context.writeLines("questions", lines),
    expected: '"similarity"',
  };
}

/** Writes a Chroma query per embedded question. */
export async function chromaTarget(
  context: BenchContext,
  chroma: ChromaServer,
  where?: (number: number) => Readonly<Record<string, number>>,
): Promise<HttpTarget> {
  const { vectors } = await questionsOf(context);
  function* lines() {
    for (let number = 0; number < context.effort.peerQuestions; number += 1)
      yield chromaQuery(vectors.at(number), where?.(number));
  }
  return {
    ...{ kind: "http", origin: chroma.origin, method: "POST", path: chroma.path, headers: {} },
    bodies: await context.writeLines("chroma-questions", lines()),
    expected: '"documents"',
  };
}
