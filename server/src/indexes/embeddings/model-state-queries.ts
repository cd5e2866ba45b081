import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { embeddingModels } from "../../platform/database/tables/index-tables.ts";
import type { ModelStates } from "./model-states.ts";

/** Documents that have been processed, and so have vectors of a model; the condition of the index on it. */
export const isProcessed: SQL = sql`${documents.generation} > 0`;

/** The models in use. */
export async function readModelStates(db: Database): Promise<ModelStates> {
  const rows = await db.select().from(embeddingModels).orderBy(embeddingModels.model);
  return new Map(rows.map(({ model, state }) => [model, state]));
}

/**
 * In a transaction that writes documents with vectors of a model, keeps it in use until the transaction ends; false
 * when documents do not get it any more, or not yet.
 */
export async function holdModel(tx: Database, model: string): Promise<boolean> {
  const rows = await tx
    .select({ model: embeddingModels.model })
    .from(embeddingModels)
    .where(and(eq(embeddingModels.model, model), ne(embeddingModels.state, "filling")))
    .for("key share");
  return rows.length > 0;
}

/** Changes what the models are used for, one process at a time; a model that documents have is never left out. */
export async function changeModelStates(
  db: Database,
  decide: (before: ModelStates, tx: Database) => Promise<ModelStates> | ModelStates,
): Promise<ModelStates> {
  return db.transaction(async (tx) => {
    // Stands in the way of others that change them, not of those that hold one.
    await tx.execute(sql`lock table ${embeddingModels} in share row exclusive mode`);
    const before = await readModelStates(tx);
    for (let tries = 1; ; tries += 1) {
      const next = await decide(before, tx);
      const gone = [...before.keys()].filter((model) => !next.has(model));
      if (await areFree(tx, gone)) {
        if (gone.length > 0) await tx.delete(embeddingModels).where(inArray(embeddingModels.model, gone));
        for (const [model, state] of next)
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

/** True when no document has vectors of any of the models, nor will before the transaction ends. */
async function areFree(tx: Database, models: readonly string[]): Promise<boolean> {
  if (models.length === 0) return true;
  // Whoever is writing documents with one of them ends first.
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

/** How many documents have vectors of each model but one. */
export async function countDocuments(db: Database, except: string): Promise<Map<string, number>> {
  // From one model to the next by the index, however many documents there are.
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

/** Those of the models of which documents in these spaces have vectors. */
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
