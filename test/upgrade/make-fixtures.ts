import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startPostgres } from "../support/postgres.ts";
import { CONTENTS, type Ids, ROOT_KEY } from "./release-content.ts";

/**
 * Writes the fixtures of a release, with that release itself:
 *
 *     bun test/upgrade/make-fixtures.ts COMMIT VERSION
 */
const [commit = "", version = ""] = process.argv.slice(2);
const REPOSITORY = resolve(import.meta.dir, "../..");
const FOLDER = join(import.meta.dir, "fixtures", version);
const START_MS = 240_000;

const folder = await mkdtemp(join(tmpdir(), "quarry-release-"));
const postgres = await startPostgres();
try {
  const source = join(folder, "source");
  await run("git", ["clone", "--quiet", REPOSITORY, source]);
  await run("git", ["-C", source, "checkout", "--quiet", commit]);
  await mkdir(FOLDER, { recursive: true });

  await withRelease(source, { QUARRY_DATA_DIR: join(folder, "embedded") }, async (call) => {
    const { spaceId } = await fill(call);
    const archive = await call("GET", `/api/spaces/${spaceId}/export?gzip=true`);
    await writeFile(join(FOLDER, "space.tar.gz"), new Uint8Array(await archive.arrayBuffer()));
  });
  const database = await postgres.createDatabase();
  const dataDir = join(folder, "server");
  await withRelease(source, { QUARRY_DATA_DIR: dataDir, DATABASE_URL: database }, async (call) => {
    await writeFile(join(FOLDER, "ids.json"), `${JSON.stringify(await fill(call), null, 2)}\n`);
  });
  const dump = join(folder, "database.sql");
  await run("pg_dump", ["--no-owner", "--no-privileges", "--file", dump, database]);
  await writeFile(join(FOLDER, "database.sql.gz"), Bun.gzipSync(await Bun.file(dump).bytes()));
  await run("tar", ["-C", dataDir, "-czf", join(FOLDER, "blobs.tar.gz"), "blobs"]);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

async function fill(call: Call): Promise<Ids> {
  const made = await call("POST", "/api/spaces", { name: "Earlier" });
  const { space } = (await made.json()) as { space: { id: string } };
  const documents: Record<string, string> = {};
  for (const [filename, content] of Object.entries(CONTENTS)) {
    const put = await call("PUT", "/api/documents", { spaceId: space.id, filename, content });
    const { document } = (await put.json()) as { document: { id: string } };
    documents[filename] = document.id;
  }
  return { spaceId: space.id, documents };
}

/** Starts the release, and stops it when the task is done. */
async function withRelease(
  source: string,
  settings: Readonly<Record<string, string>>,
  task: (call: Call) => Promise<void>,
): Promise<void> {
  const env = { ...process.env, QUARRY_PORT: "0", QUARRY_ROOT_KEY: ROOT_KEY, ...settings };
  const server = spawn("npm", ["start"], {
    cwd: source,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const origin = await addressOf(server);
    await task(async (method, path, body) => {
      const headers = { Authorization: `Bearer ${ROOT_KEY}`, "Content-Type": "application/json" };
      const answer = await fetch(origin + path, {
        ...{ method, headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      return answer;
    });
  } finally {
    const ended = new Promise((done) => server.once("close", done));
    process.kill(-(server.pid ?? 0), "SIGTERM");
    await ended;
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((found, fail) => {
    let seen = "";
    const timer = setTimeout(
      () => fail(new Error(`The release did not start. Its output:\n${seen}`)),
      START_MS,
    );
    server.stdout?.on("data", (chunk) => {
      seen += String(chunk);
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(seen)?.[0];
      if (origin === undefined) return;
      clearTimeout(timer);
      found(origin);
    });
  });
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = Bun.spawn([program, ...args], { stdout: "inherit", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`${program} failed`);
}
