import type { BlobStore, Clock } from "@quarry/core";
import { lt } from "drizzle-orm";
import type { Indexer } from "../indexes/delivery/indexer.ts";
import { repairDifferences } from "../indexes/reconcile/reconcile.ts";
import { findDifferences, type IndexDifference } from "../indexes/records/index-differences.ts";
import type { Database } from "../platform/database/database.ts";
import { outbox } from "../platform/database/tables/index-tables.ts";
import type { Log } from "../platform/log/log.ts";
import { findBrokenDocuments } from "./document-findings.ts";
import type { Finding, Operation, OperationEvent } from "./operation-event.ts";
import { findLostFiles, findStrayFiles } from "./stray-files.ts";

/** What the doctor looks at. */
export interface DoctorDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly indexer: Indexer;
  readonly lexical: Parameters<typeof findDifferences>[0]["lexical"];
  readonly vectors: Parameters<typeof findDifferences>[0]["vectors"];
  /** Files stored before this belong to a document, or to nothing. */
  settledBefore(): Date;
}

/** How long changes may be under way before they count as wrong. */
const SECOND_LOOK_MS = 1500;
const OUTBOX_PATIENCE_MS = 60_000;

/** A finding that can be found again, and mended if anything can. */
interface Case extends Finding {
  readonly key: string;
  mend?(): Promise<void>;
}

/**
 * Looks for documents that are stuck or torn, files without a document and documents without a file, and indexes that
 * hold something else than the database. What is only under way is not reported: everything is looked at twice.
 * @param repair Mends what can be mended without a caller's help.
 */
export async function* examine(deps: DoctorDeps, repair: boolean): Operation {
  yield progress("looking at documents, files and indexes");
  const first = await findCases(deps);
  let cases: Case[] = [];
  if (first.length > 0) {
    await Bun.sleep(SECOND_LOOK_MS);
    const before = new Set(first.map(({ key }) => key));
    cases = (await findCases(deps)).filter(({ key }) => before.has(key));
  }
  if (repair && cases.length > 0) yield progress(`mending ${cases.length} findings`);
  let open = 0;
  for (const { orgId, subject, problem, mend } of cases) {
    const isMended = repair && mend !== undefined && (await succeeds(mend, deps.log));
    if (!isMended) open += 1;
    yield { type: "finding", isMended, orgId, subject, problem };
  }
  yield { type: "result", isGood: open === 0, text: summary(cases.length, open, repair) };
}

/** What cannot be mended now must not keep the rest from being mended. */
async function succeeds(mend: () => Promise<void>, log: Log): Promise<boolean> {
  return mend().then(
    () => true,
    (error: unknown) => {
      log.error("the doctor could not mend something", error);
      return false;
    },
  );
}

async function findCases(deps: DoctorDeps): Promise<Case[]> {
  const { db, blobs, clock, indexer } = deps;
  const cases: Case[] = [];
  const add = (found: Finding, mend?: () => Promise<void>) =>
    cases.push({ ...found, key: `${found.subject} ${found.problem}`, ...(mend ? { mend } : {}) });

  const lost = await Array.fromAsync(findLostFiles(deps));
  const isLost = new Set(lost.map(({ id }) => `document ${id}`));
  // They are mended by processing the original file again.
  for (const { mend, ...finding } of await findBrokenDocuments(db))
    add(finding, isLost.has(finding.subject) ? undefined : () => mend(db, new Date(clock.now())));
  for await (const key of findStrayFiles(deps, deps.settledBefore())) {
    const [orgId = ""] = key.split("/");
    add({ orgId, subject: `file ${key}`, problem: "belongs to no document" }, () => blobs.delete(key));
  }
  for (const { orgId, id } of lost)
    add({ orgId, subject: `document ${id}`, problem: "has lost its original file; send it again" });
  for await (const difference of findDifferences(deps, ["lexical", "vectors"]))
    add(findingOf(difference), async () => void (await repairDifferences(indexer, one(difference))));
  const late = new Date(clock.now() - OUTBOX_PATIENCE_MS);
  for (const { orgId, subject, subjectId } of await db.select().from(outbox).where(lt(outbox.runAt, late)))
    add({ orgId, subject: `${subject} ${subjectId}`, problem: "waits for the vector store" });
  return cases;
}

function findingOf({ orgId, index, subject, id, problem }: IndexDifference): Finding {
  const where = index === "lexical" ? "the lexical index" : "the vector store";
  const what = {
    missing: `is missing in ${where}`,
    stale: `is out of date or incomplete in ${where}`,
    leftover: `is gone, but not from ${where}`,
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

function summary(found: number, open: number, repair: boolean): string {
  if (found === 0) return "nothing is wrong";
  if (!repair) return `${found} found; run it with --repair to mend what can be mended`;
  return open === 0 ? `${found} found and mended` : `${found} found, ${open} of them could not be mended`;
}
