import { ConflictError, NotFoundError, type Quarry } from "@quarry/sdk";
import { type Model, randomText, type State } from "./model.ts";

/**
 * Sends random writes to its own filenames until the server stops responding, and records each response in the model.
 * Returns the number of acknowledged writes.
 */
export async function writeUntilGone(
  quarry: Quarry,
  spaceId: string,
  model: Model,
  filenames: readonly string[],
  random: () => number,
  {
    makeText = randomText,
    onAcknowledged = () => {},
  }: { makeText?: typeof randomText; onAcknowledged?: () => void } = {},
): Promise<number> {
  for (let acknowledged = 0; ; acknowledged += 1) {
    const filename = filenames[Math.floor(random() * filenames.length)] ?? "";
    const before = model.get(filename)?.[0] ?? "absent";
    const { after, send } = nextWrite(quarry, spaceId, filename, before, random, makeText);
    // Both states are possible until the response arrives.
    model.set(filename, [before, after]);
    try {
      await send();
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) throw error;
      return acknowledged;
    }
    model.set(filename, [after]);
    onAcknowledged();
  }
}

/** A call that changes a document, and the state after it. */
export interface Write {
  readonly after: State;
  /** True when sending it twice has the same effect as once. */
  readonly isRepeatable: boolean;
  send(): Promise<unknown>;
}

/** A random change of a document that is known to be in this state. */
export function nextWrite(
  quarry: Quarry,
  spaceId: string,
  filename: string,
  before: State,
  random: () => number,
  makeText = randomText,
): Write {
  const text = makeText(random);
  const revision = Math.floor(random() * 1e9);
  const fresh = { spaceId, filename, content: text, metadata: { revision } };
  const roll = random();
  if (before === "absent" && roll < 0.3)
    return { after: { text, revision }, isRepeatable: false, send: () => quarry.documents.upload(fresh) };
  if (before === "absent" || roll < 0.6)
    return { after: { text, revision }, isRepeatable: true, send: () => quarry.documents.upsert(fresh) };
  const find = () => quarry.documents.getByFilename({ spaceId, filename });
  if (roll < 0.8)
    return {
      after: { text: before.text, revision },
      isRepeatable: false,
      send: async () => quarry.documents.update({ spaceId, id: (await find()).id, metadata: { revision } }),
    };
  return {
    after: "absent",
    isRepeatable: false,
    send: async () => quarry.documents.delete({ spaceId, id: (await find()).id }),
  };
}
