import { expect } from "bun:test";
import { NotFoundError, type Quarry } from "@quarry/sdk";
import { until } from "../support/until.ts";
import { type Model, type State, sameState } from "./model.ts";

/** What a document is now, once its processing is over. */
export async function currentState(
  quarry: Quarry,
  spaceId: string,
  filename: string,
  limitMs = 10_000,
): Promise<State> {
  return until(
    `${filename} to be processed`,
    async () => {
      const found = await quarry.documents.getByFilename({ spaceId, filename }).catch((error: unknown) => {
        if (NotFoundError.isInstance(error)) return undefined;
        throw error;
      });
      if (!found) return "absent" as const;
      if (found.status === "PROCESSING" || found.status === "PENDING") return undefined;
      expect({ filename, status: found.status }).toEqual({ filename, status: "COMPLETED" });
      return { text: found.content, revision: Number(found.metadata.revision) };
    },
    limitMs,
  );
}

/** The states that the answers allowed and that stand no more, and the one that stands. */
export interface Settled {
  readonly filename: string;
  readonly now: State;
  readonly gone: readonly State[];
}

/** Finds every file in a state that the answers allow; from then on only that one is. */
export async function settleModel(
  quarry: Quarry,
  spaceId: string,
  model: Model,
  limitMs?: number,
): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const [filename, allowed] of model) {
    const now = await currentState(quarry, spaceId, filename, limitMs);
    if (!allowed.some((state) => sameState(state, now)))
      throw new Error(`${filename} is ${JSON.stringify(now)}, allowed were ${JSON.stringify(allowed)}`);
    model.set(filename, [now]);
    settled.push({ filename, now, gone: allowed.filter((state) => !sameState(state, now)) });
  }
  return settled;
}

/** Wrong answers of one way of asking: texts that stand and are not found, and texts that are found and stand not. */
export async function wrongAnswers(
  quarry: Quarry,
  spaceId: string,
  settled: readonly Settled[],
  mode: "hybrid" | "lexical" | "vector",
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { filename, now, gone } of settled)
    for (const state of [now, ...gone]) {
      if (state === "absent") continue;
      const word = /([a-z]{12})\.$/.exec(state.text)?.[1] ?? "";
      // To the builtin embedder a word alone may look like its opposite, and two words the same, so it asks with a sentence, which
      // all the texts have in common, and not only the first answer.
      const query = mode === "vector" ? `The word of this text is ${word}.` : word;
      const { results, degraded } = await quarry.query({ query, spaceIds: spaceId, topK: 100, mode });
      const shown = results.find((result) => result.chunk.content.includes(word));
      const isShown = shown !== undefined;
      const stands = now !== "absent" && now.text === state.text;
      if (degraded) wrong.push(`${mode}: answered by words alone`);
      else if (isShown !== stands) wrong.push(`${mode}: ${filename} ${word} is ${stands ? "not " : ""}found`);
      else if (stands && shown?.document.metadata.revision !== now.revision)
        wrong.push(`${mode}: ${filename} has an old revision`);
    }
  return wrong;
}
