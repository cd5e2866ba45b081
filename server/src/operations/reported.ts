import type { OperationEvent } from "./operation-event.ts";

const REPORT_MS = 1000;

/** What a task is doing, in words for the operator. */
export interface Status {
  text: string;
}

/** Waits for a task, and reports its status every second. */
export async function* reported<Result>(
  task: Promise<Result>,
  status: Readonly<Status>,
): AsyncGenerator<OperationEvent, Result> {
  while (!(await Promise.race([task.then(() => true), Bun.sleep(REPORT_MS).then(() => false)])))
    yield { type: "progress", text: status.text };
  return task;
}
