import { describe, expect, test } from "bun:test";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { provideDatabase } from "../../support/migrated-cluster.ts";
import { hasEveryCase } from "../../support/scale.ts";
import { type ServerProcess, startProcess, withFolder } from "../../support/server-process.ts";

/** The one line that a server prints when it cannot start. */
async function refusalOf(server: ServerProcess): Promise<string> {
  const [code, stdout, stderr] = await Promise.all([server.exited, server.stdout, server.stderr]);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr });
  const lines = stderr.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toStartWith("Quarry cannot start: ");
  return lines[0] ?? "";
}

async function stopped(server: ServerProcess): Promise<string> {
  server.signal("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(await server.stderr).toBe("");
  return server.stdout;
}

/** Runs `task` with a folder whose database exists: the tests of the first start create theirs. */
const withDatabase = <Result>(task: (folder: string) => Promise<Result>): Promise<Result> =>
  withFolder(async (folder) => {
    await provideDatabase(folder);
    return task(folder);
  });

const BAD_SETTINGS: readonly [name: string, env: Record<string, string>, message: RegExp][] = [
  ["a port that is no number", { QUARRY_PORT: "abc" }, /QUARRY_PORT="abc" must be a whole number/],
  ["a port out of range", { QUARRY_PORT: "65536" }, /QUARRY_PORT="65536".*65535/],
  ["an unknown embedder", { QUARRY_EMBEDDER: "x" }, /QUARRY_EMBEDDER="x" must be one of: builtin, openai/],
  ["openai without key", { QUARRY_EMBEDDER: "openai" }, /QUARRY_EMBEDDER="openai" needs OPENAI_API_KEY/],
  [
    "zero dimensions",
    { OPENAI_API_KEY: "sk-aaaaaaaaaaaaaaaaaaaa", QUARRY_EMBEDDING_DIMENSIONS: "0" },
    /QUARRY_EMBEDDING_DIMENSIONS="0" must be a whole number from 1/,
  ],
  [
    "a model of unknown dimensions",
    { OPENAI_API_KEY: "sk-aaaaaaaaaaaaaaaaaaaa", QUARRY_EMBEDDING_MODEL: "my-model" },
    /QUARRY_EMBEDDING_DIMENSIONS is required with the embedding model my-model/,
  ],
  ["an invalid provider address", { QUARRY_EMBEDDER: "openai", OPENAI_BASE_URL: "::" }, /OPENAI_BASE_URL/],
  [
    "an unknown reranker",
    { QUARRY_RERANKER: "yes" },
    /QUARRY_RERANKER="yes" must be one of: off, http, local/,
  ],
  [
    "a reranker without an address",
    { QUARRY_RERANKER: "http" },
    /QUARRY_RERANKER="http" needs QUARRY_RERANKER_URL, .*https:\/\/api.cohere.com\/v2/,
  ],
  [
    "an invalid reranker key",
    {
      QUARRY_RERANKER: "http",
      QUARRY_RERANKER_URL: "http://127.0.0.1:1",
      QUARRY_RERANKER_API_KEY: "sk-aaaa aaaa",
    },
    /QUARRY_RERANKER_API_KEY contains characters/,
  ],
  [
    "a missing reranking model",
    { QUARRY_RERANKER: "local", QUARRY_RERANKER_MODEL: "./no-model" },
    /QUARRY_RERANKER/,
  ],
  [
    "an OCR language that is not installed",
    { QUARRY_OCR_LANGUAGES: "eng+tlh" },
    /bun add @tesseract.js-data\/tlh/,
  ],
];

/** The sample is every third; `readConfig` reads them all in one place. */
const TRIED_SETTINGS = hasEveryCase ? BAD_SETTINGS : BAD_SETTINGS.filter((_, at) => at % 3 === 0);

describe("a server that cannot start prints the reason in one line and exits with 1:", () => {
  for (const [name, env, message] of TRIED_SETTINGS)
    test(name, () =>
      withDatabase(async (folder) => {
        const line = await refusalOf(startProcess({ QUARRY_DATA_DIR: folder, ...env }));
        expect(line).toMatch(message);
        expect(line).not.toContain("sk-aaaa");
      }),
    );

  test("a root key that is too short, which it does not print", () =>
    withFolder(async (folder) => {
      const line = await refusalOf(startProcess({ QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: "hush" }));
      expect(line).toContain("QUARRY_ROOT_KEY");
      expect(line).not.toContain("hush");
    }));

  test("a data folder that is not writable", () =>
    withFolder(async (folder) => {
      // A path below a regular file, because root can write to every folder.
      await writeFile(join(folder, "file"), "");
      const dataDir = join(folder, "file", "data");
      const line = await refusalOf(startProcess({ QUARRY_DATA_DIR: dataDir }));
      expect(line).toContain(`Cannot write to the data folder ${dataDir}`);
    }));

  test("a port or a folder in use, without affecting the first server", () =>
    withFolder(async (folder) => {
      const first = startProcess({ QUARRY_DATA_DIR: join(folder, "first") });
      const address = await first.ready;
      const [taken, locked] = await Promise.all([
        refusalOf(
          startProcess({ QUARRY_DATA_DIR: join(folder, "second"), QUARRY_PORT: new URL(address).port }),
        ),
        refusalOf(startProcess({ QUARRY_DATA_DIR: join(folder, "first") })),
      ]);
      expect(taken).toContain(`${new URL(address).host} is in use by another program`);
      expect(locked).toContain(`The data folder ${join(folder, "first")} is in use by another Quarry`);
      expect((await fetch(`${address}/ready`)).status).toBe(200);
      await stopped(first);
    }));
});

describe("the root key", () => {
  test("is printed at the first start only, saved with mode 0600, and works after a restart", () =>
    withFolder(async (folder) => {
      const first = startProcess({ QUARRY_DATA_DIR: folder });
      await first.ready;
      const output = await stopped(first);
      const key = /root key\s+(qry_[\w-]{43})\s/.exec(output)?.[1] ?? "";
      const file = join(folder, "root-key");
      expect(await readFile(file, "utf8")).toBe(`${key}\n`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      const second = startProcess({ QUARRY_DATA_DIR: folder });
      const headers = { "Svc-Api-Key": key };
      expect((await fetch(`${await second.ready}/api/spaces`, { headers })).status).toBe(200);
      const later = await stopped(second);
      expect(later).not.toContain(key);
      expect(later).toContain(file);
    }));

  test("is never printed when it is configured", () =>
    withDatabase(async (folder) => {
      const key = "given-by-the-operator-0123456789";
      const env = { QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: key };
      const first = startProcess(env);
      const headers = { Authorization: `Bearer ${key}` };
      expect((await fetch(`${await first.ready}/api/spaces`, { headers })).status).toBe(200);
      expect(await stopped(first)).not.toContain(key);
      const second = startProcess(env);
      await second.ready;
      expect(await stopped(second)).not.toContain(key);
    }));

  test("replaces the previous one when it is configured for an existing folder", () =>
    withDatabase(async (folder) => {
      const first = startProcess({ QUARRY_DATA_DIR: folder });
      await first.ready;
      const made = /root key\s+(qry_[\w-]{43})\s/.exec(await stopped(first))?.[1] ?? "";
      const given = "given-by-the-operator-0123456789";
      const second = startProcess({ QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: given });
      const address = await second.ready;
      const statusWith = async (key: string) =>
        (await fetch(`${address}/api/spaces`, { headers: { "Svc-Api-Key": key } })).status;
      expect(await statusWith(made)).toBe(401);
      expect(await statusWith(given)).toBe(200);
      const output = await stopped(second);
      expect(output).not.toContain(given);
      expect(output).not.toContain(made);
    }));
});

test("accepts a short host name", () =>
  withDatabase(async (folder) => {
    const server = startProcess({ QUARRY_DATA_DIR: folder });
    const address = await server.ready;
    for (const host of ["kb", "a", "localhost", "knowledge.example.com"])
      for (const path of ["/health", "/api/health", "/api/spaces/spc_1"]) {
        const { status } = await fetch(address + path, { headers: { Host: host } });
        expect({ host, path, status }).toEqual({ host, path, status: path.includes("spaces") ? 401 : 200 });
      }
    await stopped(server);
  }));
