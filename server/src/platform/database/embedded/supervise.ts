import type { Log } from "../../log/log.ts";
import type { Postmaster } from "./postmaster.ts";

/** A server that is started again when it ends by itself. */
export interface SupervisedServer {
  /** The process of now. */
  pid(): number;
  stop(): Promise<void>;
}

const MAX_PAUSE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
/** A server that ran as long as this ends for a new reason. */
const STABLE_MS = 60_000;

/**
 * Starts a server and keeps it running. When it ends by itself, e.g. killed for its memory, it is started again, with
 * growing pauses while it goes on ending; the driver connects again meanwhile.
 */
export async function superviseServer(start: () => Promise<Postmaster>, log: Log): Promise<SupervisedServer> {
  let current = await start();
  let isStopping = false;
  const watching = watch();

  async function watch(): Promise<void> {
    let pauseMs = 0;
    while (!isStopping) {
      const startedAt = Date.now();
      await current.exited;
      if (isStopping) return;
      log.error("The embedded PostgreSQL ended by itself and is started again.", new Error(current.output()));
      if (Date.now() - startedAt > STABLE_MS) pauseMs = 0;
      for (;;) {
        await Bun.sleep(pauseMs);
        pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), MAX_PAUSE_MS);
        if (isStopping) return;
        try {
          current = await start();
          break;
        } catch (error) {
          log.error("The embedded PostgreSQL cannot be started again yet.", error);
        }
      }
      if (isStopping) await current.stop();
      else log.info("The embedded PostgreSQL runs again.");
    }
  }

  return {
    pid: () => current.pid,
    async stop() {
      isStopping = true;
      await current.stop();
      // A start that is under way ends first, and with it the server that it made.
      await Promise.race([watching, Bun.sleep(MAX_PAUSE_MS)]);
    },
  };
}
