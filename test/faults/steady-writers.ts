import { type Quarry, QuarryError } from "@quarry/sdk";
import { type Model, type State, uniqueWord } from "./model.ts";
import { nextWrite, type Write } from "./writers.ts";

/** How many writes were answered, by status. */
export type Tally = Map<number | "acknowledged" | "unanswered", number>;

/**
 * Writes at random to its own filenames while the service and its stores come and go, until told to stop. What failed
 * is sometimes sent again unchanged, as clients do; a file whose write was never answered is left alone.
 */
export async function writeUntilTold(options: {
  readonly quarry: () => Quarry;
  readonly spaceId: string;
  readonly model: Model;
  readonly filenames: readonly string[];
  readonly random: () => number;
  readonly tally: Tally;
  isOver(): boolean;
}): Promise<void> {
  const { spaceId, model, random, tally } = options;
  const count = (what: number | "acknowledged" | "unanswered") => tally.set(what, (tally.get(what) ?? 0) + 1);
  let filenames = [...options.filenames];
  let failed: { readonly filename: string; readonly write: Write } | undefined;
  while (!options.isOver() && filenames.length > 0) {
    const quarry = options.quarry();
    const filename = failed?.filename ?? filenames[Math.floor(random() * filenames.length)] ?? "";
    const before = model.get(filename) ?? ["absent"];
    const [certain = "absent", ...others] = before;
    const write: Write =
      failed?.write ??
      (others.length === 0
        ? nextWrite(quarry, spaceId, filename, certain, random)
        : replacement(quarry, spaceId, filename, random));
    failed = undefined;
    // Until it is answered, all of these are possible.
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

/** A change after which the state is known, regardless of the state before. */
function replacement(quarry: Quarry, spaceId: string, filename: string, random: () => number): Write {
  const text = `# ${uniqueWord(random)}\n\nThe word of this text is ${uniqueWord(random)}.`;
  const after: State = { text, revision: Math.floor(random() * 1e9) };
  const body = { spaceId, filename, content: text, metadata: { revision: after.revision } };
  return { after, isRepeatable: true, send: () => quarry.documents.upsert(body) };
}
