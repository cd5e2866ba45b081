import { Quarry } from "@quarry/sdk";
import type { RunningServer } from "../support/running-server.ts";

/** Asks questions until it is stopped. */
export interface Questions {
  /** Stops, and returns the 99th percentile of the times of the answers, in milliseconds. */
  stop(): Promise<number>;
}

const PAUSE_MS = 20;
const DOCUMENTS = 50;

/** Stores a few documents, and returns a function that starts to ask about them. */
export async function prepareQuestions(server: RunningServer): Promise<() => Questions> {
  const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
  const { space } = await quarry.spaces.create({ name: "Questions" });
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => ({
    filename: `tide-${at}.md`,
    content: `# Harbour ${at}\n\nHigh water in harbour ${at} is at ${at % 24} o'clock.`,
  }));
  await quarry.documents.upsertBatch({ spaceId: space.id, documents });
  const ask = (number: number) =>
    quarry.query({ query: `high water harbour ${number % DOCUMENTS}`, spaceIds: space.id });
  return () => {
    let isStopped = false;
    const times: number[] = [];
    const asking = (async () => {
      for (let number = 0; !isStopped; number += 1) {
        const startedAt = performance.now();
        await ask(number);
        times.push(performance.now() - startedAt);
        await Bun.sleep(PAUSE_MS);
      }
    })();
    return {
      async stop() {
        isStopped = true;
        await asking;
        return percentile(times, 0.99);
      },
    };
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}
