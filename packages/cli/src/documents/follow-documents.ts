import { setTimeout as sleep } from "node:timers/promises";
import type { Document } from "@quarry/schema";
import { NotFoundError, type Quarry } from "@quarry/sdk";
import { retryRateLimit } from "../connection/retry-rate-limit.ts";
import { runTasks } from "../connection/run-tasks.ts";

const FIRST_INTERVAL_MS = 150;
const MAX_INTERVAL_MS = 2000;
/** More documents are first looked for in the lists of documents in work, which cost one call per hundred. */
const FEW = 20;
const CONCURRENCY = 4;

/** Follows documents that the server processes, any number of them with few calls. */
export interface DocumentFollower {
  /**
   * Resolves with the document once it is COMPLETED or FAILED, without a time limit. A document that is deleted meanwhile
   * counts as failed.
   */
  follow(document: Document): Promise<Document>;
  /** The documents in work with their latest progress, in the order in which they were given; also after an error. */
  inWork(): Document[];
}

interface Followed {
  document: Document;
  resolve(document: Document): void;
  reject(error: unknown): void;
}

/** Creates a follower of documents of one space. */
export function createFollower(quarry: Quarry, spaceId: string, signal: AbortSignal): DocumentFollower {
  const followed = new Map<string, Followed>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      for (let intervalMs = FIRST_INTERVAL_MS; followed.size > 0; ) {
        await sleep(intervalMs, undefined, { signal });
        const before = followed.size;
        await look();
        const isMoving = followed.size < before;
        intervalMs = isMoving ? FIRST_INTERVAL_MS : Math.min(intervalMs * 1.5, MAX_INTERVAL_MS);
      }
    } catch (error) {
      for (const each of followed.values()) each.reject(error);
    } finally {
      isRunning = false;
    }
  }

  async function look(): Promise<void> {
    const asked = [...followed.keys()];
    const inWork = asked.length > FEW ? await listInWork() : new Set<string>();
    const tasks = asked
      .filter((id) => !inWork.has(id))
      .map((id) => ({ bytes: 0, run: async () => update(await read(id)) }));
    await runTasks(tasks, { concurrency: CONCURRENCY });
  }

  async function listInWork(): Promise<Set<string>> {
    const ids = new Set<string>();
    // In this order, because a document goes from the first status to the second.
    for (const status of ["PENDING", "PROCESSING"] as const) {
      const call = () => quarry.documents.list({ spaceId, status, pageSize: 100 }, { signal });
      for (let page = await retryRateLimit(call, signal); ; ) {
        for (const document of page.data) {
          ids.add(document.id);
          update(document);
        }
        const next = await retryRateLimit(() => page.nextPage(), signal);
        if (next === null) break;
        page = next;
      }
    }
    return ids;
  }

  async function read(id: string): Promise<Document> {
    try {
      const { document } = await retryRateLimit(
        () => quarry.documents.get({ spaceId, id }, { signal }),
        signal,
      );
      return document;
    } catch (error) {
      const known = followed.get(id)?.document;
      if (!NotFoundError.isInstance(error) || !known) throw error;
      return { ...known, status: "FAILED", errorMessage: "The document was deleted while it was processed." };
    }
  }

  function update(document: Document): void {
    const each = followed.get(document.id);
    if (!each) return;
    each.document = document;
    if (isInWork(document)) return;
    followed.delete(document.id);
    each.resolve(document);
  }

  return {
    follow: (document) =>
      new Promise((resolve, reject) => {
        if (!isInWork(document)) return resolve(document);
        followed.set(document.id, { document, resolve, reject });
        if (!isRunning) void run();
      }),
    inWork: () => [...followed.values()].map(({ document }) => document),
  };
}

/** Whether the server still has to process a document. */
export function isInWork({ status }: Document): boolean {
  return status === "PENDING" || status === "PROCESSING";
}
