import type { Metadata } from "@quarry/schema";
import { and, eq, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { sees } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { chunks, spaces } from "../../platform/database/tables/document-tables.ts";
import type { ChunkText, ChunkTexts } from "../../records/documents/chunk-texts.ts";
import { liveParents } from "./live-parents.ts";
import type { LiveChunk, LiveRows } from "./live-rows.ts";

/** Creates the live rows of a process that is not the only writer: one statement, which sends only texts that are not cached. */
export function createDatabaseRows(deps: {
  readonly db: Database;
  readonly lookups: Database;
  readonly texts: ChunkTexts;
}): LiveRows {
  const { db, lookups, texts } = deps;
  const query = prepareLiveChunks(lookups);
  // Of an organization with thousands of spaces, a kept plan might read all.
  const spacesQuery = prepareLiveSpaces(db);

  return {
    async chunks(orgId, ids) {
      const known = ids.map((id) => texts.get(id));
      const generations = known.map((text) => text?.generation ?? -1);
      const live = new Array<LiveChunk | undefined>(ids.length).fill(undefined);
      for (const { place, text, document, space } of await query.execute({ orgId, ids, generations })) {
        const { content, context, metadata } = text;
        const isCached = content === null || context === null || metadata === null;
        const shown = isCached ? known[place] : keep({ ...text, content, context, metadata });
        if (shown) live[place] = { text: shown, document, space };
      }
      return live;
    },

    async spaces(scope, idsOrSlugs) {
      const found = await spacesQuery.execute({ orgId: scope.orgId, names: [...idsOrSlugs] });
      return found.filter(({ id }) => sees(scope, id));
    },
  };

  function keep(text: ChunkText): ChunkText {
    texts.add(text);
    return text;
  }
}

/** Prepared once: every query runs this statement, and building its text takes about as long as running it. */
function prepareLiveChunks(db: Database) {
  const orgId = sql.placeholder("orgId");
  const chunk = db
    .select()
    .from(chunks)
    .where(and(eq(chunks.id, sql`wanted.id`), eq(chunks.orgId, orgId)))
    .limit(1)
    .as("chunk");
  const { document, space } = liveParents(db, orgId, chunk);
  const unlessCached = <Type>(column: SQLWrapper) =>
    sql<Type | null>`case when ${chunk.generation} <> wanted.generation then ${column} end`;
  return db
    .select({
      place: sql<number>`wanted.place::int - 1`,
      text: {
        id: chunk.id,
        documentId: chunk.documentId,
        generation: chunk.generation,
        chunkIndex: chunk.chunkIndex,
        content: unlessCached<string>(chunk.content),
        context: unlessCached<string>(chunk.context),
        metadata: unlessCached<Metadata>(chunk.metadata),
      },
      document: {
        id: document.id,
        spaceId: document.spaceId,
        generation: document.generation,
        filename: document.filename,
        title: document.title,
        metadata: document.metadata,
      },
      space: { id: space.id, name: space.name, description: space.description },
    })
    .from(
      sql`unnest(${sql.placeholder("ids")}::text[], ${sql.placeholder("generations")}::int[])
        with ordinality as wanted(id, generation, place)`,
    )
    .innerJoinLateral(chunk, sql`true`)
    .innerJoinLateral(document, sql`true`)
    .innerJoinLateral(space, sql`true`)
    .prepare("live_chunks");
}

/** Active spaces by id or slug, without spaces that are still being imported. */
function prepareLiveSpaces(db: Database) {
  const { id, orgId, slug, name, description, vectorWeight, isArchived, importingUntil } = spaces;
  const names = sql`${sql.placeholder("names")}::text[]`;
  return db
    .select({ id, slug, name, description, vectorWeight })
    .from(spaces)
    .where(
      and(
        eq(orgId, sql.placeholder("orgId")),
        isNull(importingUntil),
        eq(isArchived, false),
        sql`(${id} = any(${names}) or ${slug} = any(${names}))`,
      ),
    )
    .prepare("live_spaces");
}
