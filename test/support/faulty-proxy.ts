import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Faults of a call. */
export const FAULTS = [
  "drop before",
  "drop after",
  "delay",
  "cut",
  "shorten",
  "429 before",
  "429 after",
  "503 before",
  "503 after",
] as const;
/** One fault. */
export type Fault = (typeof FAULTS)[number];

/** A proxy that breaks a share of the calls to an HTTP server, before or after they reach it. */
export interface FaultyProxy {
  readonly url: string;
  /** How often each fault occurred. */
  readonly counts: ReadonlyMap<Fault | "none", number>;
  stop(): Promise<void>;
}

const LONGEST_DELAY_MS = 200;

/** Starts a proxy for the server at `target`. @param random Returns numbers from 0 to 1. */
export async function startFaultyProxy(
  target: string,
  { share, random }: { readonly share: number; readonly random: () => number },
): Promise<FaultyProxy> {
  const counts = new Map<Fault | "none", number>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
    counts.set(fault ?? "none", (counts.get(fault ?? "none") ?? 0) + 1);
    const drop = () => void request.socket.destroy();
    const refuse = (status: number) => {
      response.writeHead(status, { "retry-after": "0.02" });
      response.end("an error of the proxy");
    };
    if (fault === "drop before") return drop();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (fault === "429 before") return refuse(429);
    if (fault === "503 before") return refuse(503);
    if (fault === "delay") await Bun.sleep(random() * LONGEST_DELAY_MS);
    const { method = "GET", url = "/", headers } = request;
    const sent = new Headers();
    for (const [name, value] of Object.entries(headers))
      if (!/^(host|connection|content-length|transfer-encoding)$/.test(name)) sent.set(name, String(value));
    const body = pieces.length === 0 ? {} : { body: Buffer.concat(pieces) };
    const reply = await fetch(target + url, { method, headers: sent, redirect: "manual", ...body });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (fault === "drop after") return drop();
    if (fault === "429 after") return refuse(429);
    if (fault === "503 after") return refuse(503);
    const half = bytes.subarray(0, bytes.length >> 1);
    const replied = Object.fromEntries(reply.headers);
    for (const name of ["content-length", "content-encoding", "transfer-encoding"]) delete replied[name];
    // `shorten` announces the length of the truncated JSON, so that only a parser notices; `cut` announces the full length.
    const isForged = fault === "shorten" && String(replied["content-type"]).includes("json");
    response.writeHead(reply.status, { ...replied, "content-length": isForged ? half.length : bytes.length });
    if (isForged) response.end(half);
    else if (fault === "cut" || fault === "shorten") response.write(half, drop);
    else response.end(bytes);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
