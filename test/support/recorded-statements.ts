import { AsyncLocalStorage } from "node:async_hooks";
import type { StatementLog } from "../../server/src/platform/database/database.ts";

/** Tells which statements a piece of work runs, and not those that run in the background meanwhile. */
export interface StatementRecorder extends StatementLog {
  record<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: readonly string[] }>;
}

/** Creates the recorder; the application is started with it. */
export function createStatementRecorder(): StatementRecorder {
  const running = new AsyncLocalStorage<string[]>();
  return {
    logQuery: (statement) => void running.getStore()?.push(statement),
    async record(work) {
      const statements: string[] = [];
      return { result: await running.run(statements, work), statements };
    },
  };
}
