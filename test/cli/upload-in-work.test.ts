import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { builtCommand } from "../support/built-command.ts";
import { type CountedCall, type CountingProxy, startCountingProxy } from "../support/counting-proxy.ts";
import { commandEnvironment, runQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { startOnTerminal } from "../support/terminal.ts";
import { until } from "../support/until.ts";

const NOTES = 40;

let server: RunningServer;
let proxy: CountingProxy;
let quarry: Quarry;
let folder: string;
let spaceId: string;
/** Calls that the proxy holds until `release`. */
let isHeld: (call: CountedCall) => boolean;
let release: () => void;
let released: Promise<void>;

beforeAll(async () => {
  server = await startServer();
  proxy = startCountingProxy(server.baseUrl, (call) => (isHeld(call) ? released : undefined));
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
}, 90_000);
afterAll(async () => {
  release();
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), "quarry-upload-"));
  isHeld = () => false;
  released = new Promise((resolve) => {
    release = resolve;
  });
  spaceId = (await quarry.spaces.create({ name: "In work" })).space.id;
  for (let at = 0; at < NOTES; at++) await writeFile(join(folder, `${at}.md`), `Otter ${at} sleeps.`);
});

const env = () => ({ QUARRY_URL: proxy.url, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder });
const args = () => ["upload", ".", "--space", spaceId, "--concurrency", "1"];

/** Resolves when all notes are ready in the space. */
const notesReady = () =>
  until("the notes", async () => {
    const { pagination } = await quarry.documents.list({ spaceId, status: "COMPLETED" });
    return pagination.total >= NOTES || undefined;
  });

test("a slow call and a document that is processed for long do not hold up the others", async () => {
  await quarry.documents.upsert({ spaceId, filename: "changed.pdf", content: "Herons." });
  await writeFile(join(folder, "changed.pdf"), "Herons wade.");
  await writeFile(join(folder, "slow.pdf"), "Pelicans are read for a long time.");
  const isSlowCall = ({ filenames }: CountedCall) => filenames.join() === "changed.pdf";
  const isSlowDocument = ({ method, path }: CountedCall) =>
    method === "GET" && /\/documents\/doc_/.test(path);
  isHeld = (call) => isSlowCall(call) || isSlowDocument(call);
  const ended = runQuarry([...args(), "--json"], { cwd: folder, env: env() });
  await notesReady();
  const isUnderWay = () => proxy.calls.some(isSlowCall) && proxy.calls.some(isSlowDocument);
  await until("the slow call and the slow document to be under way", () => isUnderWay() || undefined);
  expect(proxy.answered.filter(isHeld)).toEqual([]);
  release();
  const { code, stdout } = await ended;
  const { uploaded, updated, failed } = JSON.parse(stdout);
  expect([code, uploaded.length, updated, failed]).toEqual([0, NOTES + 1, ["changed.pdf"], []]);
});

test("on a terminal it lists what is in work and failures as they come; Ctrl+C prints a summary", async () => {
  await writeFile(join(folder, "broken.pdf"), "%PDF-1.7\nno");
  await writeFile(join(folder, "held.png"), "no picture");
  isHeld = ({ filenames }) => filenames.join() === "held.png";
  const command = ["node", await builtCommand(), ...args()];
  const terminal = startOnTerminal(command, { cwd: folder, env: commandEnvironment(env()) });
  await until("the failure", () => terminal.output().includes("FAILED broken.pdf: ") || undefined);
  expect(terminal.output()).toContain("\u001b[31mFAILED broken.pdf: The PDF is damaged");
  await notesReady();
  const totals = `${NOTES + 1} of ${NOTES + 2} files`;
  await until("the totals", () => terminal.output().includes(totals) || undefined);
  const last = terminal.output().split("\u001b[J").at(-1) ?? "";
  expect(last).toMatch(
    /^ {2}sending {4}held\.png, \d+ s\r\n\[#{19}\.\] 41 of 42 files, 0\.0 of 0\.0 MB, .*, 1 failed\r\n/,
  );
  terminal.type("\u0003");
  expect(await terminal.exited).toBe(130);
  const summary = terminal.output().slice(terminal.output().lastIndexOf("\u001b[J"));
  expect(summary).toContain(`Stopped: ${NOTES} of ${NOTES + 2} files are uploaded.`);
  expect(summary).toContain(`${NOTES} uploaded, 0 updated, 0 unchanged, 1 failed.`);
});
