import type { PickedFile } from "./picked-files.ts";
import type { QueuedFile, Sent } from "./queued-file.ts";
import { summary, type UploadState } from "./upload-state.ts";

/** Sends one file. Rejects with an error whose message is for people. */
export type SendFile = (
  file: PickedFile,
  watch: { readonly signal: AbortSignal; onBytes(sent: number): void },
) => Promise<Sent>;

/** A queue of files for one space. It goes on while the person looks at other pages. */
export interface UploadQueue {
  add(files: readonly PickedFile[]): void;
  pause(): void;
  resume(): void;
  /** Sends a file again that failed; without an id, all of them. */
  retry(id?: number): void;
  /** Stops what is being sent and forgets everything. */
  clear(): void;
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  state(): UploadState;
}

const AT_ONCE = 3;
const ANNOUNCE_MS = 120;
const AGAIN_MS = 3_000;

/** What the queue does with an error. */
export interface UploadErrors {
  /** Turns an error into words. */
  messageOf(error: unknown): string;
  /** True for an error that other files would meet too. The queue then waits, and sends the file again. */
  isAway(error: unknown): boolean;
}

/** Creates a queue. */
export function createUploadQueue(send: SendFile, { messageOf, isAway }: UploadErrors): UploadQueue {
  let files = new Map<number, QueuedFile>();
  let waiting: number[] = [];
  let isPaused = false;
  let nextId = 1;
  let startedMs = 0;
  let stop = new AbortController();
  let current: UploadState | undefined;
  let announcing: ReturnType<typeof setTimeout> | undefined;
  let waitingForServer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  /** Tells the listeners, at most some times a second: thousands of files change at once. */
  function changed(): void {
    if (announcing !== undefined) return;
    announcing = setTimeout(() => {
      announcing = undefined;
      current = undefined;
      for (const listener of listeners) listener();
    }, ANNOUNCE_MS);
  }

  function update(id: number, changes: Partial<QueuedFile>): void {
    const file = files.get(id);
    if (file) files.set(id, { ...file, ...changes });
    changed();
  }

  function sendingCount(): number {
    return [...files.values()].filter(({ state }) => state === "sending").length;
  }

  function fill(): void {
    if (waitingForServer !== undefined) return;
    for (let free = AT_ONCE - sendingCount(); free > 0 && !isPaused; free -= 1) {
      const id = waiting.shift();
      if (id === undefined) return;
      void sendOne(id);
    }
  }

  async function sendOne(id: number): Promise<void> {
    const file = files.get(id);
    if (!file) return;
    const { signal } = stop;
    update(id, { state: "sending", sentBytes: 0, problem: undefined });
    try {
      const onBytes = (sent: number) => update(id, { sentBytes: Math.min(sent, file.file.size) });
      update(id, { ...(await send(file, { signal, onBytes })), sentBytes: file.file.size });
    } catch (error) {
      if (signal.aborted) return;
      if (isAway(error)) sendAgainLater(id);
      else update(id, { state: "failed", sentBytes: 0, problem: messageOf(error) });
    }
    fill();
  }

  function sendAgainLater(id: number): void {
    update(id, { state: "waiting", sentBytes: 0 });
    // Behind the others, which it must not hold up when it is the cause.
    waiting.push(id);
    waitingForServer ??= setTimeout(() => {
      waitingForServer = undefined;
      fill();
    }, AGAIN_MS);
  }

  return {
    add(picked) {
      if (waiting.length === 0 && sendingCount() === 0) startedMs = performance.now();
      for (const file of picked) {
        const id = nextId++;
        files.set(id, { ...file, id, state: "waiting", sentBytes: 0 });
        waiting.push(id);
      }
      changed();
      fill();
    },
    pause() {
      isPaused = true;
      changed();
    },
    resume() {
      isPaused = false;
      changed();
      fill();
    },
    retry(only) {
      for (const { id, state } of files.values()) {
        if (state !== "failed" || (only !== undefined && id !== only)) continue;
        update(id, { state: "waiting", problem: undefined });
        waiting.push(id);
      }
      fill();
    },
    clear() {
      stop.abort();
      stop = new AbortController();
      clearTimeout(waitingForServer);
      waitingForServer = undefined;
      files = new Map();
      waiting = [];
      isPaused = false;
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state() {
      current ??= summary([...files.values()], isPaused, performance.now() - startedMs);
      return current;
    },
  };
}
