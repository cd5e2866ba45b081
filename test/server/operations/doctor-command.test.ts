import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { runCommand } from "../../support/command.ts";
import { AWAY, MOODY_STORE, setMood, withStore } from "../../support/moody-store.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { loseOriginal } from "../../support/stored-files.ts";

let server: RunningServer;
let spaceId: string;
let orgId: string;

beforeAll(async () => {
  server = await startServer({ env: MOODY_STORE });
  const { space } = await connect().spaces.create({ name: "Command" });
  spaceId = space.id;
  orgId = space.orgId;
  await put("kept.md", "A heron stands.");
}, 120_000);
afterAll(() => server.stop());

const connect = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
const put = async (filename: string, content: string) =>
  (await connect().documents.upsert({ spaceId, filename, content })).document;
const run = (...args: string[]) =>
  runCommand(args, { QUARRY_DATA_DIR: server.dataDir, QUARRY_ROOT_KEY: server.rootKey, ...MOODY_STORE });
const vectorless = (documentId: string) =>
  withStore(server.dataDir, (store) => store.delete({ orgId, documentId }));
const isFound = async (word: string) =>
  (await connect().query({ query: word, spaceIds: spaceId, mode: "vector" })).results.some((result) =>
    result.chunk.content.includes(word),
  );

/** Runs with a running service and, later, without one. */
function findsAndRepairs(filename: string): void {
  test("exits with 1 for a problem; --repair repairs it and exits with 0", async () => {
    if (!isStopped) await put(filename, `A ${filename} bird.`);
    const id = ids.get(filename) ?? (await idOf(filename));
    await vectorless(id);
    const problem = `document ${id} (${orgId}) is missing from the vector store`;
    expect(await run("doctor")).toEqual({
      code: 1,
      lines: [`found     ${problem}`, "1 problem found; run the command with --repair to repair what it can"],
      stderr: "",
    });
    expect(await run("doctor", "--repair")).toEqual({
      code: 0,
      lines: [`repaired  ${problem}`, "1 problem found and repaired"],
      stderr: "",
    });
    expect(await run("doctor")).toEqual({ code: 0, lines: ["no problems found"], stderr: "" });
  }, 120_000);
}

const ids = new Map<string, string>();
let isStopped = false;
const idOf = async (filename: string) => {
  const { id } = await connect().documents.getByFilename({ spaceId, filename });
  ids.set(filename, id);
  return id;
};

describe("with a running service, the doctor's command:", () => {
  findsAndRepairs("curlew");

  test("exits with 1 for a problem that it cannot repair", async () => {
    const document = await put("lost.md", "A lost one.");
    await loseOriginal(server.dataDir, document);
    const { code, lines } = await run("doctor", "--repair");
    expect([code, lines.at(-1)]).toEqual([1, "1 problem found, 1 could not be repaired"]);
    await connect().documents.delete({ spaceId, id: document.id });
    expect((await run("doctor")).code).toBe(0);
  });

  test("exits with 2 when the vector store is unavailable", async () => {
    setMood(server.dataDir, AWAY);
    const result = await run("doctor");
    setMood(server.dataDir, {});
    expect([...result.lines, result.stderr].join("\n").trim()).toBe("The moody store is away.");
    expect(result.code).toBe(2);
  });

  test("completes when it sends nothing for longer than the default idle timeout", async () => {
    setMood(server.dataDir, { delayMs: 13_000 });
    const result = await run("doctor");
    setMood(server.dataDir, {});
    expect(result).toEqual({ code: 0, lines: ["no problems found"], stderr: "" });
  }, 120_000);

  test("reindex rewrites all documents, including one that the store lost", async () => {
    await vectorless(await idOf("kept.md"));
    const { code, lines, stderr } = await run("reindex");
    expect({ code, lines, stderr }).toEqual({ code: 0, lines: ["2 documents reindexed"], stderr: "" });
    expect(await isFound("heron")).toBe(true);
  });
});

describe("with invalid arguments, the commands print their usage and exit with 2:", () => {
  const WRONG = [
    [],
    ["docter"],
    ["doctor", "--fix"],
    ["doctor", "--repair", "now"],
    ["reindex", "all"],
    ["move"],
    ["move", "--to"],
    ["move", "pgvector"],
    ["move", "--to", "pgvector", "please"],
  ];
  test(WRONG.map((args) => args.join(" ") || "none").join(", "), async () => {
    for (const args of WRONG) {
      const { code, lines, stderr } = await run(...args);
      expect({ args, code, lines }).toEqual({ args, code: 2, lines: [] });
      expect(stderr).toStartWith("Usage:\n");
    }
  });

  test("move rejects an unknown store and the store in use", async () => {
    const unknown = await run("move", "--to", "qdrant");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/is not memory, pgvector or chroma/);
    const same = await run("move", "--to", MOODY_STORE.QUARRY_VECTOR_STORE);
    expect(`${same.lines.join()}${same.stderr}`).toMatch(/The vectors are already in moody/);
    expect(same.code).toBe(2);
  });
});

describe("without a running service, the doctor's command:", () => {
  beforeAll(async () => {
    await server.kill();
    isStopped = true;
    // Recovers the data folder of the killed service.
    expect((await run("doctor")).code).toBe(0);
  });
  findsAndRepairs("curlew");

  test("exits with 2 when the vector store is unavailable", async () => {
    setMood(server.dataDir, AWAY);
    const result = await run("doctor");
    setMood(server.dataDir, {});
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("The moody store is away.");
  });
});
