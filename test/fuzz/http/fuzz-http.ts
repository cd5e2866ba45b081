import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { RunningServer } from "../../support/running-server.ts";
import { aimsOf } from "./aims.ts";
import { buildRequest, type FuzzRequest } from "./build-request.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { CALL_LIMITS, faultOf, isSlow } from "./judge.ts";
import { readOperations } from "./operations.ts";
import { createTenants, type Tenants } from "./tenants.ts";
import { wireBytes } from "./wire.ts";

/** What to try. */
export interface HttpFuzzOptions {
  readonly server: RunningServer;
  readonly seed: number;
  /** The numbers of the requests. */
  readonly from: number;
  readonly to: number;
  readonly concurrency: number;
  readonly onRequest?: (request: FuzzRequest, outcome: Exchange) => void;
}

/** What became of the requests. */
export interface HttpFuzzResult {
  readonly requests: number;
  /** What the requests break, all together; each is tried in turn. */
  readonly aims: number;
  /** How often each status was answered; 0 for connections without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  /** Largest resident memory of the server's process. */
  readonly peakBytes: number;
  readonly faults: readonly string[];
}

/** Settings of the server: people get organizations without limits, and each request has an address of its own. */
export const SERVER_SETTINGS = {
  QUARRY_DEFAULT_TIER: "enterprise",
  QUARRY_CLIENT_ADDRESS_HEADER: "x-client-address",
  QUARRY_WEBHOOK_ALLOW_PRIVATE: "true",
  // A whole run sends files of a few kilobytes; the largest legal body is a test of its own.
  QUARRY_MAX_FILE_BYTES: "5000000",
} as const;

/** Requests with the same two organizations. After them, new ones are made: some requests delete or rename them. */
const REQUESTS_PER_TENANTS = 400;
/** How long an answer to a broken frame is awaited, for which the server may wait itself. */
const BROKEN_PATIENCE_MS = 300;
const REPOSITORY = resolve(import.meta.dir, "../../..");
/** More than the memory that a server has after reading the same files again and again. */
const MAX_BYTES = 1_500_000_000;

/** Sends requests to a server and judges the answers. */
export async function fuzzHttp(options: HttpFuzzOptions): Promise<HttpFuzzResult> {
  const { server, seed, from, to, concurrency, onRequest } = options;
  const { pid } = server;
  const { hostname: host, port } = new URL(server.baseUrl);
  const address = { host, port: Number(port) };
  const aims = aimsOf(await readOperations(server.baseUrl, server.rootKey));
  const paths = [server.dataDir, REPOSITORY];
  const [statuses, faults] = [new Map<number, number>(), [] as string[]];
  const tenants: Tenants[] = [];
  let slowestMs = 0;
  let peakBytes = 0;

  async function attempt(number: number): Promise<void> {
    const request = buildRequest(aims, tenants.at(-1) as Tenants, seed, number);
    const bytes = wireBytes(request.wire);
    const patienceMs = request.wire.isBroken ? BROKEN_PATIENCE_MS : CALL_LIMITS.ms + 2000;
    const send = () => exchange(address, bytes, { method: request.wire.method, patienceMs });
    let outcome = await send();
    for (let again = 0; again < 2 && isSlow(request, outcome); again += 1) outcome = await send();
    const fault = isSlow(request, outcome)
      ? `took ${outcome.ms.toFixed(0)} ms three times`
      : faultOf(request, outcome, tenants, paths);
    const status = outcome.statuses[0] ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (!request.wire.isBroken) slowestMs = Math.max(slowestMs, outcome.ms);
    if (fault !== undefined) faults.push(`${request.name} ${request.what}: ${fault}`);
    onRequest?.(request, outcome);
  }

  for (let start = from; start < to; start += REQUESTS_PER_TENANTS) {
    tenants.push(await createTenants(server.baseUrl));
    let next = start;
    const end = Math.min(to, start + REQUESTS_PER_TENANTS);
    const work = async (): Promise<void> => {
      for (; next < end && isAlive(pid); ) {
        const number = next;
        next += 1;
        await attempt(number);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    if (!isAlive(pid) || server.output().includes("uncaught error")) {
      faults.push(`the process ended after the requests ${seed}:${start} to ${seed}:${end - 1}`);
      break;
    }
    peakBytes = Math.max(peakBytes, await residentBytes(pid));
  }
  if (peakBytes > MAX_BYTES) faults.push(`the process had ${Math.round(peakBytes / 1e6)} MB`);
  return { requests: to - from, aims: aims.length, statuses, slowestMs, peakBytes, faults };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The largest resident memory that a process had; 0 where the system does not tell. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}
