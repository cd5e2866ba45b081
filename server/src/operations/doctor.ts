import type { BlobStore, Clock } from "@quarry/core";
import { lt } from "drizzle-orm";
import { catalogueDifferences } from "../indexes/catalogue/catalogue-differences.ts";
import type { LiveCatalogue } from "../indexes/catalogue/live-catalogue.ts";
import type { Indexer } from "../indexes/delivery/indexer.ts";
import { repairDifferences } from "../indexes/reconcile/reconcile.ts";
import { findDifferences, type IndexDifference } from "../indexes/records/index-differences.ts";
import type { Database } from "../platform/database/database.ts";
import { outbox } from "../platform/database/tables/index-tables.ts";
import type { Log } from "../platform/log/log.ts";
import { findBrokenDocuments } from "./document-findings.ts";
import type { Finding, Operation, OperationEvent } from "./operation-event.ts";
import { findLostFiles, findStrayFiles } from "./stray-files.ts";

/** What the doctor examines. */
export interface DoctorDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly indexer: Indexer;
  readonly catalogue: LiveCatalogue | undefined;
  readonly lexical: Parameters<typeof findDifferences>[0]["lexical"];
  readonly vectors: Parameters<typeof findDifferences>[0]["vectors"];
  /** A file stored before this time that belongs to no document is stray. */
  settledBefore(): Date;
}

/** Delay between the two checks; a change in progress takes less. */
const SECOND_LOOK_MS = 1500;
/** An outbox row that is overdue for longer than this is reported. */
const OUTBOX_PATIENCE_MS = 60_000;

/** A finding, with its repair where one exists. */
interface Case extends Finding {
  /** Identifies the finding in the second check: the same problem, with the same content on both sides. */
  readonly key: string;
  repair?(): Promise<void>;
}

/**
 * Finds stuck or inconsistent documents, files without a document, documents without a file, and differences between
 * the indexes and the database. Checks twice and reports only what both checks find, so that changes in progress are
 * not reported.
 * @param isRepairing Repairs what can be repaired without the caller's data.
 */
export async function* examine(deps: DoctorDeps, isRepairing: boolean): Operation {
  yield progress("checking documents, files and indexes");
  const first = await findCases(deps);
  let cases: Case[] = [];
  if (first.length > 0) {
    await Bun.sleep(SECOND_LOOK_MS);
    const before = new Set(first.map(({ key }) => key));
    cases = (await findCases(deps)).filter(({ key }) => before.has(key));
  }
  if (isRepairing && cases.length > 0) yield progress(`repairing ${cases.length} problems`);
  let open = 0;
  for (const { orgId, subject, problem, repair } of cases) {
    const isRepaired = isRepairing && repair !== undefined && (await succeeds(repair, deps.log));
    if (!isRepaired) open += 1;
    yield { type: "finding", isRepaired, orgId, subject, problem };
  }
  yield { type: "result", isGood: open === 0, text: summary(cases.length, open, isRepairing) };
}

/** Logs the error of a failed repair, so that the other repairs still run. */
async function succeeds(repair: () => Promise<void>, log: Log): Promise<boolean> {
  return repair().then(
    () => true,
    (error: unknown) => {
      log.error("the doctor could not repair a problem", error);
      return false;
    },
  );
}

async function findCases(deps: DoctorDeps): Promise<Case[]> {
  const { db, blobs, clock, indexer } = deps;
  const cases: Case[] = [];
  const add = (found: Finding, repair?: () => Promise<void>, evidence = "") =>
    cases.push({
      ...found,
      key: `${found.subject} ${found.problem} ${evidence}`,
      ...(repair ? { repair } : {}),
    });

  const lost = await Array.fromAsync(findLostFiles(deps));
  const isLost = new Set(lost.map(({ subject }) => subject));
  // The repair processes the original file again, so it needs one.
  for (const { repair, ...finding } of await findBrokenDocuments(db))
    add(finding, isLost.has(finding.subject) ? undefined : () => repair(deps, new Date(clock.now())));
  for await (const key of findStrayFiles(deps, deps.settledBefore())) {
    const [orgId = ""] = key.split("/");
    add({ orgId, subject: `file ${key}`, problem: "belongs to no document" }, () => blobs.delete(key));
  }
  for (const { orgId, subject } of lost)
    add({ orgId, subject, problem: "has lost its original file; upload it again" });
  const addDifference = (difference: IndexDifference) =>
    add(
      findingOf(difference),
      async () => void (await repairDifferences(indexer, one(difference))),
      difference.evidence,
    );
  for await (const difference of findDifferences(deps, ["lexical", "vectors"])) addDifference(difference);
  for await (const difference of catalogueDifferences(db, deps.catalogue)) addDifference(difference);
  const late = new Date(clock.now() - OUTBOX_PATIENCE_MS);
  for (const { orgId, subject, subjectId } of await db.select().from(outbox).where(lt(outbox.runAt, late)))
    add({ orgId, subject: `${subject} ${subjectId}`, problem: "has a pending change for the vector store" });
  return cases;
}

const INDEX_NAMES: Record<IndexDifference["index"], string> = {
  lexical: "the lexical index",
  vectors: "the vector store",
  catalogue: "the catalogue in memory",
};

function findingOf({ orgId, index, subject, id, problem }: IndexDifference): Finding {
  const where = INDEX_NAMES[index];
  const what = {
    missing: `is missing from ${where}`,
    stale: `is out of date or incomplete in ${where}`,
    leftover: `is deleted, but still in ${where}`,
  };
  const name = subject === "document" ? `document ${id}` : `description of space ${id}`;
  return { orgId, subject: name, problem: what[problem] };
}

async function* one<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

function progress(text: string): OperationEvent {
  return { type: "progress", text };
}

function summary(found: number, open: number, isRepairing: boolean): string {
  const problems = found === 1 ? "1 problem" : `${found} problems`;
  if (found === 0) return "no problems found";
  if (!isRepairing) return `${problems} found; run the command with --repair to repair what it can`;
  return open === 0 ? `${problems} found and repaired` : `${problems} found, ${open} could not be repaired`;
}
