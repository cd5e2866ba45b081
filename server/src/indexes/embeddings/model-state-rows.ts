import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { embeddingModels } from "../../platform/database/tables/index-tables.ts";
import type { ModelStates } from "./model-states.ts";

/** True for processed documents, which have vectors of a model. The same condition as the partial index. */
export const isProcessed: SQL = sql`${documents.generation} > 0`;

/** Reads the models in use. */
export async function readModelStates(db: Database): Promise<ModelStates> {
  const rows = await db.select().from(embeddingModels).orderBy(embeddingModels.model);
  return new Map(rows.map(({ model, state }) => [model, state]));
}

/**
 * In a transaction that writes documents with vectors of a model, locks the model until the transaction ends. Returns
 * false when documents no longer get this model, or not yet.
 */
export async function holdModel(tx: Database, model: string): Promise<boolean> {
  const rows = await tx
    .select({ model: embeddingModels.model })
    .from(embeddingModels)
    .where(and(eq(embeddingModels.model, model), ne(embeddingModels.state, "filling")))
    .for("key share");
  return rows.length > 0;
}

/** Changes the states of the models, one process at a time. Keeps every model whose vectors documents have. */
export async function changeModelStates(
  db: Database,
  decide: (before: ModelStates, tx: Database) => Promise<ModelStates> | ModelStates,
): Promise<ModelStates> {
  return db.transaction(async (tx) => {
    // Conflicts with other changes of the states, but not with `holdModel`.
    await tx.execute(sql`lock table ${embeddingModels} in share row exclusive mode`);
    const before = await readModelStates(tx);
    for (let tries = 1; ; tries += 1) {
      const next = await decide(before, tx);
      const gone = [...before.keys()].filter((model) => !next.has(model));
      if (await areUnused(tx, gone)) {
        if (gone.length > 0) await tx.delete(embeddingModels).where(inArray(embeddingModels.model, gone));
        // A write would wait for the disk.
        for (const [model, state] of next)
          if (before.get(model) !== state)
            await tx
              .insert(embeddingModels)
              .values({ model, state })
              .onConflictDoUpdate({ target: embeddingModels.model, set: { state } });
        return next;
      }
      if (tries > 1) return before;
    }
  });
}

/** True when no document has vectors of the models, and none will until the transaction ends. */
async function areUnused(tx: Database, models: readonly string[]): Promise<boolean> {
  if (models.length === 0) return true;
  // Waits for transactions that write documents with one of the models.
  await tx
    .select()
    .from(embeddingModels)
    .where(inArray(embeddingModels.model, [...models]))
    .for("update");
  for (const model of models) if (await hasDocuments(tx, model)) return false;
  return true;
}

/** True when documents have vectors of a model. */
export async function hasDocuments(db: Database, model: string): Promise<boolean> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.embeddingModel, model), isProcessed))
    .limit(1);
  return rows.length > 0;
}

/** Counts the documents with vectors of each model, except one model. */
export async function countDocuments(db: Database, except: string): Promise<Map<string, number>> {
  // Jumps from one model to the next in the index, independent of the number of documents.
  const rows = await db.execute<{ model: string }>(sql`
    with recursive found as (
      (select embedding_model as model from documents where generation > 0 order by 1 limit 1)
      union all
      select (
        select embedding_model from documents
        where generation > 0 and embedding_model > found.model order by 1 limit 1
      ) from found where found.model is not null
    ) select model from found where model is not null and model <> ${except}`);
  const counts = new Map<string, number>();
  for (const { model } of rows)
    counts.set(model, await db.$count(documents, and(eq(documents.embeddingModel, model), isProcessed)));
  return counts;
}

/** Returns the models whose vectors documents in these spaces have. */
export async function modelsInSpaces(
  db: Database,
  orgId: string,
  spaceIds: readonly string[],
  models: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const model of models) {
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(
        and(
          eq(documents.orgId, orgId),
          inArray(documents.spaceId, [...spaceIds]),
          eq(documents.embeddingModel, model),
          eq(documents.status, "COMPLETED"),
          isProcessed,
        ),
      )
      .limit(1);
    if (rows.length > 0) found.push(model);
  }
  return found;
}
