import { resolve } from "node:path";
import { QuarryError } from "@quarry/core";
import { TIERS } from "@quarry/schema";
import { askRunningService } from "./operations/control-channel.ts";
import type { Operation, OperationEvent } from "./operations/operation-event.ts";
import type { OperationRequest } from "./operations/operations.ts";
import { createConsoleLog } from "./platform/log/log.ts";
import { readConfig } from "./platform/settings/config.ts";
import { vectorStore } from "./platform/settings/vector-store.ts";

/** The operator's commands. They run in the running service, or open the data themselves when none is running. */

const USAGE = `Usage:
  bun run doctor [--repair]    check documents, files and indexes, and repair problems;
                               exits with 1 while there are any
  bun run reindex              rebuild the indexes from the database; the service keeps running
  bun run move --to STORE      copy the vectors to another store: pgvector, chroma, ./module.ts or a package
  bun run backup FOLDER        back up everything into a folder; the service keeps running
  bun run verify FOLDER [NAME] restore a backup, by default the latest, into a scratch database, and ask it questions;
                               exits with 1 when something is damaged
  bun run restore FOLDER [NAME]
                               restore a backup, by default the latest, into an empty database; stop the service first
  bun run tier                 list organizations with their tiers
  bun run tier ORG_ID TIER     change the tier of an organization: ${TIERS.join(", ")}
The commands use the same settings as the service: QUARRY_DATA_DIR, DATABASE_URL, CHROMA_URL, ...`;

/** An operation that needs data of its own, and never runs in the running service. */
interface RestoreRequest {
  readonly name: "restore" | "verify";
  readonly folder: string;
  /** By default the latest. */
  readonly backup: string | undefined;
}

function readRequest([name, ...options]: readonly string[]): OperationRequest | RestoreRequest {
  const [option, value, ...more] = options;
  if (name === "backup" && option !== undefined && value === undefined)
    return { name, folder: resolve(option) };
  if ((name === "restore" || name === "verify") && option !== undefined && more.length === 0)
    return { name, folder: resolve(option), backup: value };
  if (name === "doctor" && (option === undefined || option === "--repair") && value === undefined)
    return { name, repair: option !== undefined };
  if (name === "reindex" && option === undefined) return { name };
  if (name === "move" && option === "--to" && value !== undefined && more.length === 0)
    return { name, to: vectorStore(process.env, value) };
  if (name === "tier" && option === undefined) return { name: "tiers" };
  const to = TIERS.find((tier) => tier === value);
  if (name === "tier" && option !== undefined && to && more.length === 0) return { name, orgId: option, to };
  throw new QuarryError("invalid_request", USAGE);
}

function run(request: OperationRequest | RestoreRequest): Operation {
  return "backup" in request ? runApart(request) : runOnData(request);
}

async function* runApart({ name, folder, backup }: RestoreRequest): Operation {
  const { readBackup, restoreBackup, verifyBackup } = await import("./compose/backups.ts");
  const found = yield* readBackup(folder, backup);
  yield* (name === "restore" ? restoreBackup : verifyBackup)(
    readConfig(process.env),
    createConsoleLog(),
    found,
  );
}

async function* runOnData(request: OperationRequest): Operation {
  const { dataDir } = readConfig(process.env);
  yield* (await askRunningService(dataDir, request)) ?? runHere(request);
}

/** Runs an operation in this process. */
async function* runHere(request: OperationRequest): Operation {
  // Imported here so that printing the usage does not load the whole server.
  const { createDependencies } = await import("./compose/dependencies.ts");
  const config = readConfig(process.env);
  const deps = await createDependencies(config, createConsoleLog(config.log), { isServing: false });
  try {
    yield* deps.operations(request);
  } finally {
    await deps.close();
  }
}

function show(event: Exclude<OperationEvent, { type: "error" }>): void {
  if (event.type === "finding")
    console.log(
      `${event.isRepaired ? "repaired" : "found   "}  ${event.subject} (${event.orgId}) ${event.problem}`,
    );
  else console.log(event.type === "progress" ? `... ${event.text}` : event.text);
}

async function main(): Promise<number> {
  const request = readRequest(process.argv.slice(2));
  let isGood = false;
  for await (const event of run(request)) {
    if (event.type === "error") throw new QuarryError("unavailable", event.text);
    show(event);
    if (event.type === "result") isGood = event.isGood;
  }
  return isGood ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  if (QuarryError.isInstance(error)) console.error(error.message);
  else createConsoleLog().error("the command failed", error);
  return 2;
});
