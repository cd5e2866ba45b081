import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { QuarryError } from "@quarry/core";
import type { Log } from "../platform/log/log.ts";
import type { Operation, OperationEvent } from "./operation-event.ts";
import type { OperationRequest, Operations } from "./operations.ts";

/** The operating system limits the path of a socket to about 100 characters. */
const MAX_PATH_CHARS = 95;

/** An operation may send nothing for longer than Bun's ten seconds. The types lack this option for sockets. */
const NO_IDLE_TIMEOUT: object = { idleTimeout: 0 };

/** The socket on which the service of a data folder accepts commands. Only its owner can open it. */
function socketPath(dataDir: string): string {
  const path = join(dataDir, "control", "socket");
  if (path.length <= MAX_PATH_CHARS) return path;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `quarry-${name}`, "socket");
}

/**
 * Accepts the operator's commands from this machine, so that they run inside the running service. When several services
 * share a data folder, the first one listens.
 */
export async function openControlChannel(
  dataDir: string,
  operations: Operations,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  const notListening = { close: async () => undefined };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!isPrivate(dirname(path))) {
    log.warn(
      `Other users can access the folder ${dirname(path)}, so this service accepts no commands there. Make the folder private (chmod 700).`,
    );
    return notListening;
  }
  if (await answers(path)) return notListening;
  // A socket that does not answer is left over from a killed service.
  rmSync(path, { force: true });
  const server = listen(path, operations, log);
  if (!server) return notListening;
  return {
    async close() {
      await server.stop(true);
      rmSync(path, { force: true });
    },
  };
}

/** Undefined when another service that starts at the same time is already listening. */
function listen(path: string, operations: Operations, log: Log) {
  try {
    return Bun.serve({
      unix: path,
      ...NO_IDLE_TIMEOUT,
      async fetch(request) {
        if (request.method === "GET") return new Response("ok");
        const operation = (await request.json()) as OperationRequest;
        return new Response(toLines(operations(operation), log));
      },
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return undefined;
    throw error;
  }
}

/** False for a folder that another user created or can access. In the shared temporary folder its name is predictable. */
function isPrivate(folder: string): boolean {
  // lstat does not follow symbolic links.
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

async function answers(path: string): Promise<boolean> {
  if (!existsSync(path) || !isPrivate(dirname(path))) return false;
  return fetch("http://quarry/", { unix: path, signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Runs an operation in the running service of a data folder; undefined when no service is running. */
export async function askRunningService(
  dataDir: string,
  request: OperationRequest,
): Promise<Operation | undefined> {
  const path = socketPath(dataDir);
  if (!(await answers(path))) return undefined;
  const response = await fetch("http://quarry/", {
    unix: path,
    method: "POST",
    body: JSON.stringify(request),
    // Disables Bun's default of five minutes.
    timeout: false,
  });
  return fromLines(response);
}

function toLines(operation: Operation, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const step = await operation.next().catch((error: unknown) => {
        log.error("an operation failed", error);
        const text = QuarryError.isInstance(error)
          ? error.message
          : "The operation failed. See the service's log for details.";
        return { done: false, value: { type: "error", text } as const };
      });
      if (step.done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(step.value)}\n`));
    },
    async cancel() {
      await operation.return(undefined);
    },
  });
}

async function* fromLines({ body }: Response): Operation {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as OperationEvent;
  }
}
