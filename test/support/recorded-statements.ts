import { AsyncLocalStorage } from "node:async_hooks";
import type { StatementLog } from "../../server/src/platform/database/database.ts";

/** Records the statements of a task, without statements of background work. */
export interface StatementRecorder extends StatementLog {
  record<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: readonly string[] }>;
}

/** Creates the recorder; pass it when starting the application. */
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
