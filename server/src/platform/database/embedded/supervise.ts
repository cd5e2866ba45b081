import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../log/log.ts";
import type { Postmaster } from "./postmaster.ts";

/** A server that restarts when it crashes. */
export interface SupervisedServer {
  /** Id of the current process. */
  pid(): number;
  stop(): Promise<void>;
}

const MAX_BACKOFF_MS = 10_000;
const MIN_BACKOFF_MS = 100;
/** The backoff starts from zero again when the server ran longer than this. */
const STABLE_MS = 60_000;

/**
 * Starts a server and keeps it running. When it crashes, e.g. killed for lack of memory, restarts it with exponential
 * backoff. The driver reconnects by itself.
 */
export async function superviseServer(start: () => Promise<Postmaster>, log: Log): Promise<SupervisedServer> {
  let current = await start();
  let isStopping = false;
  const stopping = new AbortController();
  const watching = watch();

  async function watch(): Promise<void> {
    let backoffMs = 0;
    while (!isStopping) {
      const startedAt = Date.now();
      await current.exited;
      if (isStopping) return;
      log.error("The embedded PostgreSQL ended unexpectedly. Restarting it.", new Error(current.output()));
      if (Date.now() - startedAt > STABLE_MS) backoffMs = 0;
      for (;;) {
        await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        backoffMs = Math.min(Math.max(2 * backoffMs, MIN_BACKOFF_MS), MAX_BACKOFF_MS);
        if (isStopping) return;
        try {
          current = await start();
          break;
        } catch (error) {
          log.error("Could not restart the embedded PostgreSQL. Trying again.", error);
        }
      }
      if (isStopping) await current.stop();
      else log.info("Restarted the embedded PostgreSQL.");
    }
  }

  return {
    pid: () => current.pid,
    async stop() {
      isStopping = true;
      stopping.abort();
      await current.stop();
      // Waits for a start in progress, whose server `watch` then stops. The timer must not keep a command running.
      await Promise.race([watching, sleep(MAX_BACKOFF_MS, undefined, { ref: false })]);
    },
  };
}
