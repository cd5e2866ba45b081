import { type Quarry, QuarryError } from "@quarry/sdk";
import { type Model, randomText, type State } from "./model.ts";
import { nextWrite, type Write } from "./writers.ts";

/** The number of writes by outcome: acknowledged, an error status, or no response. */
export type Tally = Map<number | "acknowledged" | "unanswered", number>;

/**
 * Sends random writes to its own filenames through outages of the service and its stores, until `isOver`. Sometimes
 * retries a failed write unchanged, as clients do. Stops writing to a file after a write without a response.
 */
export async function writeThroughOutages(options: {
  readonly quarry: () => Quarry;
  readonly spaceId: string;
  readonly model: Model;
  readonly filenames: readonly string[];
  readonly random: () => number;
  readonly tally: Tally;
  isOver(): boolean;
}): Promise<void> {
  const { spaceId, model, random, tally } = options;
  const count = (outcome: number | "acknowledged" | "unanswered") =>
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
  let filenames = [...options.filenames];
  let failed: { readonly filename: string; readonly write: Write } | undefined;
  while (!options.isOver() && filenames.length > 0) {
    const quarry = options.quarry();
    const filename = failed?.filename ?? filenames[Math.floor(random() * filenames.length)] ?? "";
    const before = model.get(filename) ?? ["absent"];
    const [current = "absent", ...others] = before;
    const write: Write =
      failed?.write ??
      (others.length === 0
        ? nextWrite(quarry, spaceId, filename, current, random)
        : replacement(quarry, spaceId, filename, random));
    failed = undefined;
    // All of these states are possible until the response arrives.
    model.set(filename, [...before, write.after]);
    try {
      await write.send();
      model.set(filename, [write.after]);
      count("acknowledged");
    } catch (error) {
      // Every call is valid, so an outage must never produce a 4xx.
      if (!QuarryError.isInstance(error) || (error.status !== undefined && error.status < 500)) throw error;
      count(error.status ?? "unanswered");
      if (error.status === undefined) filenames = filenames.filter((name) => name !== filename);
      else if (write.isRepeatable && random() < 0.7) failed = { filename, write };
      await Bun.sleep(30);
    }
  }
}

/** An upsert, after which the state is known regardless of the state before. */
function replacement(quarry: Quarry, spaceId: string, filename: string, random: () => number): Write {
  const text = randomText(random);
  const after: State = { text, revision: Math.floor(random() * 1e9) };
  const body = { spaceId, filename, content: text, metadata: { revision: after.revision } };
  return { after, isRepeatable: true, send: () => quarry.documents.upsert(body) };
}
