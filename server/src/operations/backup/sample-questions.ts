import { sql } from "drizzle-orm";
import { wholeScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { knownError } from "../../platform/http/errors.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { SampleQuestion } from "./manifest.ts";

const COUNT = 20;
const WORDS = 12;
const MAX_CHARS = 200;
/** Two vector stores may differ in the last results. */
const MIN_COMMON = 0.8;

export type Question = Omit<SampleQuestion, "chunkIds">;

/** Makes questions of the first words of some chunks. */
export async function chooseQuestions(db: Database): Promise<Question[]> {
  const rows = await db.execute<{ orgId: string; spaceId: string; content: string }>(sql`
    select d.org_id as "orgId", d.space_id as "spaceId", c.content
    from (select documents.* from documents join spaces on spaces.id = documents.space_id
      where status = 'COMPLETED' and chunk_count > 0 and not is_archived and importing_until is null
      order by random() limit ${COUNT}) d
    join chunks c on c.document_id = d.id and c.generation = d.generation and c.chunk_index = d.chunk_count / 2`);
  return rows
    .map(({ orgId, spaceId, content }) => ({ orgId, spaceId, query: firstWords(content) }))
    .filter(({ query }) => query !== "");
}

function firstWords(text: string): string {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.slice(0, WORDS).join(" ").slice(0, MAX_CHARS).toWellFormed();
}

/** Asks the questions. Returns undefined for one that is not answered completely, because a model or a store is away. */
export async function askQuestions(
  queries: QueryService,
  questions: readonly Question[],
): Promise<(SampleQuestion | undefined)[]> {
  const asked: (SampleQuestion | undefined)[] = [];
  for (const { orgId, spaceId, query } of questions) {
    const answer = await queries
      .query(wholeScope(orgId, "enterprise"), { query, spaceIds: spaceId })
      .catch(unlessAway);
    const isComplete = answer && !answer.degraded;
    asked.push(
      isComplete
        ? { orgId, spaceId, query, chunkIds: answer.results.map(({ chunk }) => chunk.id) }
        : undefined,
    );
  }
  return asked;
}

function unlessAway(error: unknown): undefined {
  if (knownError(error).code !== "unavailable") throw error;
}

/** True when the same chunk is first and most of the others are the same. */
export function isAlike(one: SampleQuestion, other: SampleQuestion | undefined): boolean {
  if (!other || one.chunkIds[0] !== other.chunkIds[0]) return false;
  const common = one.chunkIds.filter((id) => other.chunkIds.includes(id));
  return common.length >= MIN_COMMON * Math.max(one.chunkIds.length, other.chunkIds.length);
}
