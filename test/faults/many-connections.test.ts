import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { Quarry } from "@quarry/sdk";
import { residentBytes } from "../../server/src/ingest/prepare/process-usage.ts";
import { percentileOf } from "../bench/compare/results/statistics.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

/** Connections that send or read slowly, and half as many that are idle. `QUARRY_TEST_CONNECTIONS=2000` is the full run. */
const SLOW = Number(process.env.QUARRY_TEST_CONNECTIONS ?? 200);
const IDLE = SLOW / 2;
const QUESTIONS = 200;
const TEXT = "A heron stands in the reeds and waits. ".repeat(6000);
const TRICKLE_MS = 500;
/** Bounds that a busy machine keeps. */
const MAX_MS = 3000;
const MAX_GROWTH_BYTES = 400e6;
const SPARE_HANDLES = 50;

let server: RunningServer;
let quarry: Quarry;
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  spaceId = (await quarry.spaces.create({ name: "Many" })).space.id;
  await quarry.documents.upsert({ spaceId, filename: "heron.md", content: TEXT });
}, 120_000);
afterAll(() => server.stop());

const handles = () => readdirSync(`/proc/${server.pid}/fd`).length;

function open(firstBytes: string): Promise<Socket> {
  const { hostname, port } = new URL(server.baseUrl);
  return new Promise((opened, fail) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(firstBytes);
      opened(socket);
    });
    socket.once("error", fail);
  });
}

const authorized = () => `Host: quarry\r\nAuthorization: Bearer ${server.rootKey}\r\n`;

/** Sends a question byte by byte. */
async function slowSender(): Promise<Socket> {
  const body = JSON.stringify({ query: "Who stands in the reeds?", spaceIds: spaceId });
  const head = `POST /api/query HTTP/1.1\r\n${authorized()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = await open(head);
  let at = 0;
  const timer = setInterval(() => {
    if (at < body.length - 1) socket.write(body[at++] ?? "");
  }, TRICKLE_MS);
  socket.on("error", () => undefined).on("close", () => clearInterval(timer));
  return socket;
}

/** Asks for a text of 200 kB, and does not read it. */
async function slowReader(): Promise<Socket> {
  const target = `/api/documents/by-filename?${new URLSearchParams({ spaceId, filename: "heron.md" })}`;
  const socket = await open(`GET ${target} HTTP/1.1\r\n${authorized()}\r\n`);
  socket.pause();
  return socket.on("error", () => undefined);
}

async function questionTimes(): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < QUESTIONS; at += 1) {
    const startedAt = performance.now();
    const { results } = await quarry.query({ query: "Who stands in the reeds?", spaceIds: spaceId });
    times.push(performance.now() - startedAt);
    expect(results.length).toBeGreaterThan(0);
  }
  return times.sort((left, right) => left - right);
}

test(`${SLOW} slow and ${IDLE} idle connections do not delay other callers, and leave nothing behind`, async () => {
  await questionTimes();
  const alone = await questionTimes();
  const [handlesBefore, memoryBefore] = [handles(), residentBytes(server.pid)];
  const sockets: Socket[] = [];
  for (let at = 0; at < SLOW; at += 1) sockets.push(await (at % 2 ? slowSender() : slowReader()));
  for (let at = 0; at < IDLE; at += 1) sockets.push((await open("")).on("error", () => undefined));
  await until("the connections to be accepted", () => handles() - handlesBefore > SLOW || undefined);

  const beside = await questionTimes();
  const grownBytes = residentBytes(server.pid) - memoryBefore;
  for (const socket of sockets) socket.destroy();
  expect(beside.at(-1)).toBeLessThan(MAX_MS);
  expect(grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
  await until("the connections to be closed", () => handles() - handlesBefore < SPARE_HANDLES || undefined);
  const [before, during] = [alone, beside].map((times) => (percentileOf(times, 99) ?? Number.NaN).toFixed(1));
  console.log(
    `  p99 of questions ${before} ms alone, ${during} ms beside them; ${(grownBytes / 1e6).toFixed(0)} MB more memory`,
  );
}, 120_000);
