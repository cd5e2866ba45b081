import { NotFoundError, type Quarry, QuarryError } from "@quarry/sdk";
import { uniqueWord, uniqueWordIn } from "../faults/model.ts";
import { nextWrite } from "../faults/writers.ts";
import { type Ledger, noteCertain, noteSent } from "./ledger.ts";

/** What the clients share. */
export interface Client {
  readonly ledger: Ledger;
  readonly random: () => number;
  /** A client of the service for the next call, with this key, by default the root key. */
  connect(key?: string): Quarry;
  report(problem: string): void;
  note(line: string): void;
}

/** A little longer than the service may take: for a write with a provider that is away, and for all other calls. */
export const LIMIT_MS = { write: 65_000, other: 35_000 };
/** An archived space takes no writes, so it is soon restored. */
const RESTORING_SHARE = 0.3;
const FILES = 5;

const WRITE = "write";
/** Calls of a client, with how often each is made. */
const CALLS: readonly [weight: number, name: string, call: (client: Client) => Promise<void>][] = [
  [50, WRITE, write],
  [25, "ask", ask],
  [10, "ask for what is gone", askForGone],
  [4, "archive or restore", archiveOrRestore],
  [4, "make a key", makeKey],
  [4, "revoke a key", revokeKey],
  [3, "use keys", useKeys],
];

const RESTORE = [1, "restore", archiveOrRestore] as const;

/** Makes random calls one after the other until `isOver`. */
export async function makeCalls(client: Client, isOver: () => boolean): Promise<void> {
  const choices = CALLS.flatMap((choice) => Array.from({ length: choice[0] }, () => choice));
  while (!isOver()) {
    const isRestoring = client.ledger.isArchived === true && client.random() < RESTORING_SHARE;
    const choice = choices[Math.floor(client.random() * choices.length)] as (typeof choices)[number];
    const [, name, call] = isRestoring ? RESTORE : choice;
    const begin = performance.now();
    const outcome = await call(client).then(
      () => "ok",
      (error: unknown) => failure(client, error),
    );
    const tookMs = Math.round(performance.now() - begin);
    client.note(`${name}: ${outcome}, ${tookMs} ms`);
    if (tookMs > (name === WRITE ? LIMIT_MS.write : LIMIT_MS.other))
      client.report(`"${name}" took ${tookMs} ms`);
    if (outcome !== "ok") await Bun.sleep(20);
  }
}

/** All calls are valid, so only "not available" and no answer at all may come of a fault. */
function failure({ report }: Client, error: unknown): string {
  if (!QuarryError.isInstance(error)) throw error;
  if (error.status !== undefined && error.status !== 503 && error.status !== 507)
    report(`a valid call got ${error.status}: ${error.message}`);
  return `${error.status ?? "no answer"}`;
}

async function write({ ledger, random, connect }: Client): Promise<void> {
  const filename = `${Math.floor(random() * FILES)}.md`;
  const [before = "absent", ...others] = ledger.documents.get(filename) ?? [];
  // An archived space takes no writes. A document whose state is unknown waits for the check.
  if (ledger.isArchived !== false || others.length > 0) return;
  const { after, send, isRepeatable } = nextWrite(connect(), ledger.spaceId, filename, before, random);
  noteSent(ledger, filename, after);
  await send();
  noteCertain(ledger, filename, after);
  if (before === "absent" && !isRepeatable) ledger.processing.add(filename);
  // A PATCH of a document in processing leaves it in processing.
  else if (after === "absent" || before === "absent" || after.text !== before.text)
    ledger.processing.delete(filename);
}

const MODES = ["lexical", "hybrid"] as const;

/** Asks for the word of a document whose state is known. */
async function ask({ ledger, random, connect, report }: Client): Promise<void> {
  const known = [...ledger.documents].filter(([, states]) => states.length === 1);
  const [filename, [now]] = known[Math.floor(random() * known.length)] ?? ["", []];
  if (now === undefined || now === "absent" || ledger.isArchived !== false) return;
  const word = uniqueWordIn(now.text);
  const hit = await firstHit(connect(), ledger, word, random);
  if (!hit && !ledger.processing.has(filename)) report(`${filename} (${word}) is acknowledged and not found`);
  if (hit && hit.revision !== now.revision)
    report(`${filename} (${word}) is shown with revision ${hit.revision} instead of ${now.revision}`);
}

/** Asks for the word of a text that was replaced or deleted, or that never was. */
async function askForGone({ ledger, random, connect, report }: Client): Promise<void> {
  if (ledger.isArchived !== false) return;
  const words = [...ledger.gone];
  const word = words[Math.floor(random() * words.length)] ?? uniqueWord(random);
  if (await firstHit(connect(), ledger, word, random)) report(`${word} is gone and was found`);
}

async function firstHit(quarry: Quarry, { spaceId }: Ledger, word: string, random: () => number) {
  const mode = MODES[Math.floor(random() * MODES.length)] ?? "lexical";
  const { results } = await quarry.query({ query: word, spaceIds: spaceId, topK: 20, mode });
  const hit = results.find(({ chunk }) => chunk.content.includes(word));
  return hit && { revision: Number(hit.document.metadata.revision) };
}

async function archiveOrRestore({ ledger, connect, report }: Client): Promise<void> {
  if (ledger.isArchived === undefined) return;
  const wasArchived = ledger.isArchived;
  ledger.isArchived = undefined;
  const { spaces } = connect();
  await (wasArchived ? spaces.restore(ledger.spaceId) : spaces.archive(ledger.spaceId));
  ledger.isArchived = !wasArchived;
  if (wasArchived) return;
  const shown = await connect()
    .query({ query: "The word of this text", spaceIds: ledger.spaceId })
    .then(
      ({ results }) => results.length,
      (error: unknown) => {
        if (NotFoundError.isInstance(error)) return 0;
        throw error;
      },
    );
  if (shown > 0) report("a question shows the archived space");
}

async function makeKey({ ledger, random, connect }: Client): Promise<void> {
  const name = uniqueWord(random);
  const { key, apiKey } = await connect().apiKeys.create({ name, permissions: ["spaces:read"] });
  ledger.keys.push({ id: apiKey.id, key, state: "valid" });
}

async function revokeKey({ ledger, connect }: Client): Promise<void> {
  const key = ledger.keys.find(({ state }) => state === "valid");
  if (!key) return;
  key.state = "unknown";
  await connect().apiKeys.delete({ id: key.id });
  key.state = "revoked";
}

/** A revoked key is refused from the answer on, a valid one is not. */
async function useKeys({ ledger, connect, report }: Client): Promise<void> {
  for (const { key, state } of ledger.keys.slice(-4)) {
    if (state === "unknown") continue;
    const status = await connect(key)
      .spaces.list()
      .then(
        () => 200,
        (error: unknown) => (QuarryError.isInstance(error) ? error.status : undefined),
      );
    if (status === undefined || status === 503) continue;
    if ((status === 200) !== (state === "valid")) report(`a ${state} key got ${status}`);
  }
}
