import type { PickedFile } from "./picked-files.ts";

/** What became of a file. */
export type Outcome = "stored" | "replaced" | "unchanged";

/** A file in the queue. */
export interface QueuedFile extends PickedFile {
  readonly id: number;
  readonly state: "waiting" | "sending" | "failed" | Outcome;
  readonly sentBytes: number;
  /** Why it failed. */
  readonly problem?: string | undefined;
}

/** The queue at one moment. */
export interface UploadState {
  readonly files: number;
  readonly finished: number;
  readonly unchanged: number;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly isPaused: boolean;
  /** Of what is left; undefined before anything was sent. */
  readonly secondsLeft: number | undefined;
  readonly sending: readonly QueuedFile[];
  readonly failed: readonly QueuedFile[];
}

/** Sends one file. Rejects with an error whose message is for people. */
export type SendFile = (
  file: PickedFile,
  watch: { readonly signal: AbortSignal; onBytes(sent: number): void },
) => Promise<Outcome>;

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
      update(id, { state: await send(file, { signal, onBytes }), sentBytes: file.file.size });
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

function summary(files: readonly QueuedFile[], isPaused: boolean, elapsedMs: number): UploadState {
  const sum = (of: (file: QueuedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const failed = files.filter(({ state }) => state === "failed");
  const sending = files.filter(({ state }) => state === "sending");
  const waiting = files.filter(({ state }) => state === "waiting");
  const totalBytes = sum(({ file }) => file.size);
  const sentBytes = sum(({ sentBytes }) => sentBytes);
  const finished = files.length - failed.length - sending.length - waiting.length;
  // Small files cost calls, large ones bytes, so the slower of both counts.
  const share = Math.min(finished / (files.length || 1), sentBytes / (totalBytes || 1));
  return {
    files: files.length,
    finished,
    unchanged: files.filter(({ state }) => state === "unchanged").length,
    totalBytes,
    sentBytes,
    isPaused,
    secondsLeft: share > 0 ? (elapsedMs / 1000) * (1 / share - 1) : undefined,
    sending,
    failed,
  };
}
