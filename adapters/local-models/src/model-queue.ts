/** Query calls, which a user waits for, have priority over document calls, which come from indexing. */
export type ModelLane = "query" | "document";

/** Runs one call at a time, because a model handles one input at a time. */
export interface ModelQueue {
  add(call: () => Promise<Float32Array>, lane: ModelLane): Promise<Float32Array>;
  /** Fails all waiting calls. */
  clear(error: Error): void;
}

interface WaitingCall {
  readonly call: () => Promise<Float32Array>;
  readonly done: PromiseWithResolvers<Float32Array>;
}

/** Creates an empty queue. */
export function createModelQueue(): ModelQueue {
  const waiting: Record<ModelLane, WaitingCall[]> = { query: [], document: [] };
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (;;) {
      const next = waiting.query.shift() ?? waiting.document.shift();
      if (!next) break;
      await next.call().then(next.done.resolve, next.done.reject);
    }
    isRunning = false;
  }

  return {
    add(call, lane) {
      const done = Promise.withResolvers<Float32Array>();
      waiting[lane].push({ call, done });
      if (!isRunning) void run();
      return done.promise;
    },
    clear(error) {
      for (const { done } of [...waiting.query.splice(0), ...waiting.document.splice(0)]) done.reject(error);
    },
  };
}
