import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { sentence } from "../server/queries/corpus.ts";
import { runCommand } from "../support/command.ts";
import { EMBEDDED, isInstalled, POSTGRES, surround } from "../support/configurations.ts";
import { startServer } from "../support/running-server.ts";
import { startProcess } from "../support/server-process.ts";
import { until } from "../support/until.ts";
import { type Ids, QUESTIONS, ROOT_KEY } from "../upgrade/release-content.ts";

const BATCH = 100;
/** Sentences of a document: about 3 kB; of each tenth 20 kB, so that its original is a file and not a row. */
const SENTENCES = { short: 60, long: 350 };
const COMMAND_LIMIT_MS = 1_800_000;
const FIXTURES = join(import.meta.dir, "../upgrade/fixtures/0.1.0");

/**
 * Measures backup, verify and restore of a whole instance, the import of a space of version 0.1.0, and the upgrade of its database, on the embedded
 * database and on PostgreSQL with pgvector. Times are of the commands as an operator types them, with the start of their process.
 */
export async function benchBackup(documents: number): Promise<void> {
  for (const configuration of [EMBEDDED, POSTGRES]) {
    if (!isInstalled(configuration)) continue;
    console.log(`\n${configuration.name}, ${documents} documents`);
    const [first, second] = [await surround(configuration), await surround(configuration)];
    const [backups, dataDir] = [await newFolder(), await newFolder()];
    const server = await startServer({ env: first.env, isSynced: true });
    try {
      const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
      const { space } = await quarry.spaces.create({ name: "Kept" });
      await fill(quarry, space.id, documents);

      const run = async (...words: string[]) => {
        const begin = performance.now();
        const here = { ...first.env, QUARRY_DATA_DIR: server.dataDir, QUARRY_ROOT_KEY: server.rootKey };
        const { code, lines, stderr } = await runCommand(words, here, COMMAND_LIMIT_MS);
        if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${stderr}`);
        report(words[0] ?? "", begin, lines.at(-1) ?? "");
      };
      await run("backup", backups);
      const [size] = (await outputOf("du", "-sm", backups)).split("\t");
      console.log(`  size ${size} MB`);
      await quarry.documents.upsert({ spaceId: space.id, filename: "one.md", content: sentence(1) });
      await run("backup", backups);
      await run("verify", backups);

      const settings = { ...second.env, QUARRY_DATA_DIR: dataDir, QUARRY_ROOT_KEY: server.rootKey };
      const restoring = performance.now();
      const { code, lines, stderr } = await runCommand(["restore", backups], settings, COMMAND_LIMIT_MS);
      if (code !== 0) throw new Error(stderr);
      report("restore", restoring, lines.at(-1) ?? "");
      await measureStart("start", settings, { spaceId: space.id, query: sentence(31) });

      const importing = performance.now();
      const imported = await quarry.spaces.import(Bun.file(join(FIXTURES, "space.tar.gz")).stream());
      report("import from 0.1.0", importing, `${imported.documents} documents`);
      if (configuration === POSTGRES) await measureUpgrade();
    } finally {
      await server.stop();
      await Promise.all([first.stop(), second.stop()]);
      for (const folder of [backups, dataDir]) await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Starts the service on a database of version 0.1.0, which it upgrades. */
async function measureUpgrade(): Promise<void> {
  const [{ env, stop }, dataDir] = [await surround(POSTGRES), await newFolder()];
  try {
    const dump = Bun.gunzipSync(await Bun.file(join(FIXTURES, "database.sql.gz")).bytes());
    const load = Bun.spawn(["psql", "--quiet", "--output", "/dev/null", env.DATABASE_URL ?? ""], {
      stdin: dump,
    });
    if ((await load.exited) !== 0) throw new Error("psql could not load the database of 0.1.0");
    await outputOf("tar", "-xzf", join(FIXTURES, "blobs.tar.gz"), "-C", dataDir);
    const { spaceId } = (await Bun.file(join(FIXTURES, "ids.json")).json()) as Ids;
    const settings = { ...env, QUARRY_DATA_DIR: dataDir, QUARRY_ROOT_KEY: ROOT_KEY };
    await measureStart("upgrade of 0.1.0", settings, { spaceId, query: QUESTIONS[0]?.query ?? "" });
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the service, and measures until it is ready and has answered a question. */
async function measureStart(
  name: string,
  settings: Readonly<Record<string, string>>,
  { query, spaceId }: { readonly query: string; readonly spaceId: string },
): Promise<void> {
  const begin = performance.now();
  const started = startProcess(settings);
  try {
    const baseUrl = await started.ready;
    await until("the indexes", async () => (await fetch(`${baseUrl}/ready`)).ok || undefined);
    const quarry = new Quarry({ apiKey: settings.QUARRY_ROOT_KEY ?? "", baseUrl });
    const { results } = await quarry.query({ query, spaceIds: spaceId });
    report(name, begin, `${results.length} passages found`);
  } finally {
    started.signal("SIGTERM");
    await started.exited;
  }
}

const newFolder = () => mkdtemp(join(tmpdir(), "quarry-bench-backup-"));

async function fill(quarry: Quarry, spaceId: string, documents: number): Promise<void> {
  for (let start = 0; start < documents; start += BATCH)
    await quarry.documents.upsertBatch({
      spaceId,
      documents: Array.from({ length: Math.min(BATCH, documents - start) }, (_, at) => ({
        filename: `f${start + at}.md`,
        content: textOf(start + at),
      })),
    });
}

function textOf(number: number): string {
  const length = number % 10 === 0 ? SENTENCES.long : SENTENCES.short;
  return Array.from({ length }, (_, line) => sentence(number * 31 + line)).join("\n");
}

function report(name: string, begin: number, outcome: string): void {
  console.log(`  ${name.padEnd(18)} ${((performance.now() - begin) / 1000).toFixed(1)} s  ${outcome}`);
}

async function outputOf(...command: string[]): Promise<string> {
  return new Response(Bun.spawn(command).stdout).text();
}
