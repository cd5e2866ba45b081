import { isDeepStrictEqual } from "node:util";
import { QuarryError } from "@quarry/core";
import type { Chunking, UpsertResponse } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import { isUniqueViolation, postgresCode } from "../platform/log/database-errors.ts";
import { holdRoomInSpace, roomInSpace, spaceIsFull } from "../records/documents/document-limit.ts";
import { type DocumentRow, findByFilenames } from "../records/documents/document-rows.ts";
import { toDocument } from "../records/documents/to-document.ts";
import { findChunking } from "../records/spaces/space-chunking.ts";
import { spaceNotFound } from "../records/spaces/space-not-found.ts";
import { commitDocuments, type DocumentWrite, StaleWrite } from "./commit/commit.ts";
import type { PreparedDocument } from "./prepare/prepare-document.ts";
import type { FileToPrepare } from "./prepare/preparer.ts";
import { completedFields, documentKey, type ProcessingDeps, textsToEmbed } from "./processing.ts";
import { contentHash, type DocumentInput } from "./receive/document-input.ts";

/** What became of one document of an upsert. */
export type UpsertOutcome = UpsertResponse | QuarryError;

/** Creates or updates documents of a space by filename; the outcomes are in the order of the inputs. */
export type UpsertDocuments = (
  scope: TenantScope,
  spaceId: string,
  inputs: readonly DocumentInput[],
) => Promise<UpsertOutcome[]>;

const MAX_TRIES = 12;
/** Those who write the same document wait for different times, and ever longer ones, so that each has its turn. */
const RETRY_MS = 5;
const RETRY_MAX_MS = 500;

type Settled = { readonly input: DocumentInput; outcome?: UpsertOutcome };
type Plan = {
  readonly entry: Settled;
  readonly hash: string;
  readonly before: DocumentRow | undefined;
  readonly chunking: Chunking | null;
  readonly prepared: PreparedDocument;
};

/** Creates the synchronous write path: when it answers, the documents can be found. */
export function createUpsert(deps: ProcessingDeps): UpsertDocuments {
  const { db, newId, clock, models, embeddings, indexer, mutex, preparer } = deps;

  async function upsertWave(scope: TenantScope, spaceId: string, wave: readonly Settled[]): Promise<void> {
    const keys = wave.map(({ input }) => documentKey(spaceId, input.filename));
    await mutex.run(keys, async () => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(scope, spaceId, wave);
        } catch (error) {
          const isPurged = postgresCode(error) === "23503";
          // Another process got in between: its state is the new starting point.
          const isOvertaken = error instanceof StaleWrite || isUniqueViolation(error);
          if (!isPurged && !isOvertaken) throw error;
          for (const { input } of wave) input.file.release();
          if (isPurged) throw spaceNotFound(spaceId);
          if (tries >= MAX_TRIES) throw contended(error);
          await Bun.sleep(Math.random() * Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** tries));
        }
      }
    });
  }

  async function attempt(scope: TenantScope, spaceId: string, wave: readonly Settled[]) {
    const { orgId } = scope;
    const filenames = wave.map(({ input }) => input.filename);
    const existing = await findByFilenames(db, orgId, spaceId, filenames);
    const chunking = await findChunking(db, orgId, spaceId);
    let room = existing.size < filenames.length ? await roomInSpace(db, scope, spaceId) : 0;
    const plans: Plan[] = [];
    const unchanged: string[] = [];
    for (const entry of wave) {
      const hash = contentHash(entry.input);
      const before = existing.get(entry.input.filename);
      if (before && isUnchanged(before, hash, entry.input)) {
        unchanged.push(before.id);
        entry.outcome = {
          document: toDocument(before),
          created: false,
          chunksReused: before.chunkCount,
          chunksEmbedded: 0,
        };
        continue;
      }
      if (!before && room < 1) {
        entry.outcome = spaceIsFull(scope);
        continue;
      }
      try {
        const prepared = await preparer.prepare({ ...fileOf(entry.input), chunking });
        plans.push({ entry, hash, before, chunking, prepared });
        if (!before) room -= 1;
      } catch (error) {
        if (!QuarryError.isInstance(error)) throw error;
        entry.outcome = error;
      }
    }
    // An earlier try may have been told to come again because the vector store did not have them.
    if (unchanged.length > 0) await indexer.confirm(orgId, unchanged);
    if (plans.length > 0) await writeOrRefuse(scope, spaceId, plans);
  }

  /** Writes all together, or one by one when the embedder refuses a text, so that only its document fails. */
  async function writeOrRefuse(scope: TenantScope, spaceId: string, plans: readonly Plan[]) {
    try {
      await write(scope, spaceId, plans);
    } catch (error) {
      if (!QuarryError.isInstance(error) || error.retryable) throw error;
      for (const plan of plans) {
        if (plans.length > 1) await writeOrRefuse(scope, spaceId, [plan]);
        else plan.entry.outcome = error;
      }
      // Refused one and all, it is not the texts: the call fails, to be made again.
      if (plans.length > 1 && plans.every(({ entry }) => QuarryError.isInstance(entry.outcome))) throw error;
    }
  }

  /** Whatever model it is embedded with: if that is not the one it is to have, it changes to it in the background. */
  function isUnchanged(row: DocumentRow, hash: string, input: DocumentInput): boolean {
    return (
      row.status === "COMPLETED" &&
      row.contentHash === hash &&
      // As the database keeps it: without -0.
      isDeepStrictEqual(row.metadata, JSON.parse(JSON.stringify(input.metadata)))
    );
  }

  async function write(scope: TenantScope, spaceId: string, plans: readonly Plan[]) {
    const { orgId } = scope;
    await indexer.ready();
    const embedder = models.writing();
    const { vectors, embedded } = await embeddings.embed(
      embedder,
      orgId,
      textsToEmbed(plans.map((plan) => plan.prepared)),
    );
    const writes = await Promise.all(
      plans.map(async ({ entry: { input }, hash, before, chunking, prepared }): Promise<DocumentWrite> => {
        const now = new Date(clock.now());
        const row: DocumentRow = {
          id: before?.id ?? newId("document"),
          orgId,
          spaceId,
          filename: input.filename,
          declaredMimeType: input.declaredMimeType ?? null,
          fileSize: input.file.size,
          ...(await input.file.claim()),
          contentHash: hash,
          ...completedFields(prepared, embedder, chunking),
          generation: (before?.generation ?? 0) + 1,
          metadata: input.metadata,
          createdAt: before?.createdAt ?? now,
          updatedAt: now,
          expiryToldAt: before?.expiryToldAt ?? null,
        };
        return { before, row, prepared, vectors };
      }),
    );
    await commitDocuments(deps, orgId, writes, (tx) => holdRoomInSpace(tx, scope, spaceId));
    plans.forEach(({ entry, before, prepared: { chunks } }, index) => {
      const row = writes[index]?.row;
      const chunksEmbedded = chunks.filter(({ embeddingHash }) => embedded.has(embeddingHash)).length;
      const chunksReused = chunks.length - chunksEmbedded;
      if (row)
        entry.outcome = {
          document: toDocument(row),
          created: before === undefined,
          chunksReused,
          chunksEmbedded,
        };
    });
  }

  return async (scope, spaceId, inputs) => {
    const entries: Settled[] = inputs.map((input) => ({ input }));
    for (const wave of wavesOf(entries)) await upsertWave(scope, spaceId, wave);
    return entries.map(
      ({ outcome }) => outcome ?? new QuarryError("internal", "A document was left without an outcome."),
    );
  };
}

function contended(cause: unknown): QuarryError {
  const message = "Too many write this document at the same moment. Try again soon.";
  return new QuarryError("unavailable", message, { cause, retryAfterMs: 1000 });
}

/** Splits a batch so that a filename stands at most once in a wave and later ones come after earlier ones. */
function wavesOf(entries: readonly Settled[]): Settled[][] {
  const waves: Settled[][] = [];
  const seen = new Map<string, number>();
  for (const entry of entries) {
    const wave = seen.get(entry.input.filename) ?? 0;
    seen.set(entry.input.filename, wave + 1);
    const entriesOfWave = waves[wave] ?? [];
    waves[wave] = entriesOfWave;
    entriesOfWave.push(entry);
  }
  return waves;
}

function fileOf({
  filename,
  declaredMimeType,
  file: { size, open },
}: DocumentInput): Omit<FileToPrepare, "chunking"> {
  return { filename, declaredMimeType, size, open };
}
