import type { Blob, BlobStore } from "@quarry/core";
import { createPluginCalls, kindOf, type MemberRules } from "./plugin-calls.ts";
import type { PluginHealth } from "./plugin-health.ts";
import { createProbes } from "./plugin-probes.ts";
import { guardedSteps } from "./plugin-steps.ts";
import { SenderFailed, sendPieces } from "./sent-pieces.ts";

const READ = { limitMs: 10_000, slowMs: 3000, isRepeated: true };
/** For each piece of a stream. A piece may wait until those before it are stored. */
const WRITE = { limitMs: 30_000, slowMs: 10_000 };

const RULES = {
  get: { member: "get", ...READ },
  delete: { member: "delete", ...READ },
  // What was read has been passed on.
  read: { member: "read", ...READ, isRepeated: false, isNeverClosed: true },
  list: { member: "list", ...READ, isRepeated: false },
  put: { member: "put", ...WRITE, isRepeated: true },
  putStream: { member: "put", ...WRITE, isRepeated: false },
} satisfies Record<string, MemberRules>;

/** A blob store whose calls end in time. */
export interface GuardedBlobStore extends BlobStore {
  /** Ends the work in the background. */
  close(): void;
}

/**
 * Puts a wall around a blob store: every call, and every piece of a stream, comes in time or is `unavailable`. What failed
 * is tried again in the background until it works.
 */
export function guardBlobStore(store: BlobStore, health: PluginHealth): GuardedBlobStore {
  const { call } = createPluginCalls(health, (error) => error instanceof SenderFailed);
  const probes = createProbes();
  /** Belongs to no document. */
  const probeKey = `probe/${crypto.randomUUID()}`;

  /** @param probe Calls the member until it works again. */
  async function watched<Answer>(
    { member }: MemberRules,
    run: () => Promise<Answer>,
    probe: () => Promise<unknown>,
  ): Promise<Answer> {
    try {
      const answer = await run();
      probes.worked(member);
      return answer;
    } catch (error) {
      if (error instanceof SenderFailed) throw error.cause;
      probes.failed(member, probe);
      throw error;
    }
  }

  /** As `watched`, for a stream. */
  async function* steps<Item>(
    rules: MemberRules,
    open: () => AsyncIterable<Item>,
    faultOf: (step: IteratorResult<Item>) => string | undefined,
    reopen: () => AsyncIterable<Item> = open,
  ): AsyncGenerator<Item> {
    try {
      yield* guardedSteps(call, rules, open, faultOf);
    } catch (error) {
      probes.failed(rules.member, async () => {
        for await (const _first of guardedSteps(call, rules, reopen, faultOf)) return;
      });
      throw error;
    }
  }

  const probePut = () =>
    call(RULES.put, async () => {
      await store.put(probeKey, new Uint8Array(1));
      await store.delete(probeKey);
    });

  async function putStream(key: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const sent = sendPieces(bytes);
    try {
      return await call(
        RULES.putStream,
        (_signal, deadline) =>
          store.put(key, sent.pieces(deadline)).catch((error: unknown) => {
            throw sent.errorOf(error);
          }),
        faultOfUrl,
      );
    } finally {
      sent.end();
    }
  }

  const putWhole = (key: string, bytes: Uint8Array) =>
    call(RULES.put, () => store.put(key, bytes), faultOfUrl);

  return {
    put: (key, bytes) =>
      watched(
        RULES.put,
        () => (bytes instanceof Uint8Array ? putWhole(key, bytes) : putStream(key, bytes)),
        probePut,
      ),

    async get(key, range) {
      const blob = await watched(
        RULES.get,
        () => call(RULES.get, () => store.get(key, range), faultOfBlob),
        () => call(RULES.get, () => store.get(probeKey)),
      );
      if (!blob) return null;
      const again = async function* () {
        yield* (await store.get(key, range))?.bytes ?? [];
      };
      return { size: blob.size, bytes: steps(RULES.read, () => blob.bytes, faultOfPiece, again) };
    },

    delete: (key) =>
      watched(
        RULES.delete,
        () => call(RULES.delete, () => store.delete(key)),
        () => call(RULES.delete, () => store.delete(probeKey)),
      ),

    list: () => steps(RULES.list, () => store.list(), faultOfEntry),

    close: probes.stop,
  };
}

const faultOfUrl = (url: unknown) =>
  typeof url === "string" ? undefined : `returned ${kindOf(url)} instead of a URL`;

const faultOfBlob = (blob: Blob | null) =>
  blob === null || Number.isInteger(blob?.size) ? undefined : "returned a file without its size";

const faultOfPiece = ({ done, value }: IteratorResult<unknown>) =>
  done || value instanceof Uint8Array ? undefined : `returned ${kindOf(value)} instead of bytes`;

const faultOfEntry = ({ done, value }: IteratorResult<{ readonly key: string; readonly storedAt: Date }>) =>
  done || (typeof value?.key === "string" && value.storedAt instanceof Date)
    ? undefined
    : "returned a file without its key and time";
