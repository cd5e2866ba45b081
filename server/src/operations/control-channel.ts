import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { QuarryError } from "@quarry/core";
import type { Log } from "../platform/log/log.ts";
import type { Operation, OperationEvent } from "./operation-event.ts";
import type { OperationRequest, Operations } from "./operations.ts";

/** A socket's path is limited to about 100 characters. */
const MAX_PATH_CHARS = 95;

/** An operation may be silent for longer than ten seconds. Bun knows the option for sockets too, its types do not. */
const SILENCE_ALLOWED: object = { idleTimeout: 0 };

/** Where the service of a data folder listens for its operator: a socket that only its owner can open. */
function socketPath(dataDir: string): string {
  const path = join(dataDir, "control", "socket");
  if (path.length <= MAX_PATH_CHARS) return path;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `quarry-${name}`, "socket");
}

/**
 * Lets the commands of this machine's operator reach the running service, so that they work while it serves. Where
 * several services share a data folder, the first of them listens.
 */
export async function openControlChannel(
  dataDir: string,
  operations: Operations,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  const isAnothers = { close: async () => undefined };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!isPrivate(dirname(path))) {
    log.info(
      `The folder ${dirname(path)} is not this user's alone, so the commands cannot reach this service.`,
    );
    return isAnothers;
  }
  if (await answers(path)) return isAnothers;
  // One that does not answer is a killed service's.
  rmSync(path, { force: true });
  const server = listen(path, operations, log);
  if (!server) return isAnothers;
  return {
    async close() {
      await server.stop(true);
      rmSync(path, { force: true });
    },
  };
}

/** Undefined when another service that starts at the same moment came first. */
function listen(path: string, operations: Operations, log: Log) {
  try {
    return Bun.serve({
      unix: path,
      ...SILENCE_ALLOWED,
      async fetch(request) {
        if (request.method === "GET") return new Response("ok");
        const asked = (await request.json()) as OperationRequest;
        return new Response(toLines(operations(asked), log));
      },
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return undefined;
    throw error;
  }
}

/** False for a folder that somebody else made, or may write in: in the system's folder for all, its name is known. */
function isPrivate(folder: string): boolean {
  // Not through a link.
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

/** Has the running service of a data folder do something; undefined when none is running. */
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
    // Bun's own is five minutes.
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
        const text = QuarryError.isInstance(error) ? error.message : "it failed; the service's log says why";
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
