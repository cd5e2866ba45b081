import { expect } from "bun:test";
import { NotFoundError, type Quarry } from "@quarry/sdk";
import { until } from "../support/until.ts";
import { type Model, type State, sameState, uniqueWordIn } from "./model.ts";

/** Waits until a document is processed, and returns its state. Fails if its status is then not COMPLETED. */
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

/** The current state of a file, and the other states that the responses allowed. */
export interface Settled {
  readonly filename: string;
  readonly now: State;
  readonly others: readonly State[];
}

/** Checks that each file is in an allowed state. Updates the model to allow only that state from now on. */
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
      throw new Error(`${filename} is ${JSON.stringify(now)}, expected one of ${JSON.stringify(allowed)}`);
    model.set(filename, [now]);
    settled.push({ filename, now, others: allowed.filter((state) => !sameState(state, now)) });
  }
  return settled;
}

/** Queries for every text in one mode. Reports current texts that are not found, and other texts that are found. */
export async function wrongResults(
  quarry: Quarry,
  spaceId: string,
  settled: readonly Settled[],
  mode: "hybrid" | "lexical" | "vector",
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { filename, now, others } of settled)
    for (const state of [now, ...others]) {
      if (state === "absent") continue;
      const word = uniqueWordIn(state.text);
      // The builtin embedder may give a single word an opposite vector, or two words the same vector. Vector queries therefore
      // use a sentence that all the texts share, and check all results instead of the first.
      const query = mode === "vector" ? `The word of this text is ${word}.` : word;
      const { results, degraded } = await quarry.query({ query, spaceIds: spaceId, topK: 100, mode });
      const found = results.find((result) => result.chunk.content.includes(word));
      const isFound = found !== undefined;
      const isCurrent = now !== "absent" && now.text === state.text;
      if (degraded) wrong.push(`${mode}: degraded to lexical search`);
      else if (isFound !== isCurrent)
        wrong.push(`${mode}: ${filename} ${word} is ${isCurrent ? "not " : ""}found`);
      else if (isCurrent && found?.document.metadata.revision !== now.revision)
        wrong.push(`${mode}: ${filename} has an old revision`);
    }
  return wrong;
}
