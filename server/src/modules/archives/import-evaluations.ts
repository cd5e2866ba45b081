import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { LIMITS } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import { insertEvaluation } from "../evaluations/evaluation-rows.ts";
import { readGoldenQueries } from "../evaluations/golden-queries.ts";
import { ENTRIES, EvaluationRecord, FOLDERS, MAX_BYTES } from "./archive-format.ts";
import type { ArchiveReader } from "./archive-reader.ts";
import { brokenArchive } from "./broken-archive.ts";

/** Reads the evaluations of an archive into a space. Returns their number. */
export async function importEvaluations(
  { db, newId, clock }: { readonly db: Database; readonly newId: NewId; readonly clock: Clock },
  { orgId, id: spaceId }: SpaceRow,
  reader: ArchiveReader,
): Promise<number> {
  let count = 0;
  const names = new Set<string>();
  for (; await reader.isIn("evaluations"); count += 1) {
    const folder = FOLDERS.evaluation(count + 1);
    const entry = `${folder}/${ENTRIES.evaluation}`;
    const { name, queries } = await reader.json(entry, MAX_BYTES.evaluation, EvaluationRecord);
    if (names.has(name) || count >= LIMITS.evaluationsMax)
      throw brokenArchive(
        `${entry}: its name is used twice, or there are more than ${LIMITS.evaluationsMax} evaluations`,
      );
    names.add(name);
    await reader.endFolder(folder);
    const now = new Date(clock.now());
    await insertEvaluation(db, {
      ...{ id: newId("evaluation"), orgId, spaceId, name },
      ...{ queries: readGoldenQueries(queries), queryCount: queries.length },
      ...{ createdAt: now, updatedAt: now },
    });
  }
  return count;
}
