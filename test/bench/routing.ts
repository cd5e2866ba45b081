import type { LexicalEntry, LexicalIndex } from "@quarry/core";
import { percentile } from "@quarry/core/internal";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex } from "@quarry/pgvector";
import { DESCRIPTIONS } from "../../server/src/indexes/records/index-records.ts";
import { wholeScope } from "../../server/src/platform/access/tenant-scope.ts";
import { spaces } from "../../server/src/platform/database/tables/document-tables.ts";
import { createReranking } from "../../server/src/retrieve/rerank/rerank.ts";
import { createSmartQueryService } from "../../server/src/retrieve/route/smart-query-service.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { syntheticCorpus } from "./lexical-corpus.ts";

const PASSAGES = 3;
const QUESTION_WORDS = 8;
const QUESTIONS = 200;
const WARM_UP = 20;
const ROWS_AT_ONCE = 500;
const SPACES_AT_ONCE = 500;
const ROUNDS = 3;

/** A question with the space that its words come from. */
interface Asked {
  readonly spaceId: string;
  readonly query: string;
}

/** What a smart query costs in this process, by the number of spaces of a few passages each. */
export async function benchRouting(sizes: readonly number[]): Promise<void> {
  console.log(`p50/p95 ms of ${QUESTIONS} questions, ${ROUNDS} times; ${PASSAGES} passages a space`);
  console.log("first: own space recommended first; after a write: p50 ms of questions that come after one\n");
  const app = await startApp();
  await bench("embedded", app, sizes, () => createMemoryLexicalIndex()).finally(() => app.stop());
  if (!hasPostgres()) return console.log("PostgreSQL is not installed (test/services/install-postgres.sh).");
  const server = await startPostgres();
  try {
    const env = { DATABASE_URL: await server.createDatabase() };
    const served = await startApp({ env });
    await bench("postgres", served, sizes, async () => {
      await served.deps.db.execute("truncate lexical_segments, lexical_pages, lexical_lists, lexical_dead");
      await served.deps.db.execute("truncate lexical_chunks, lexical_documents");
      // Whether each of ten thousand new spaces is to be merged would be asked while the clock runs.
      return createPostgresLexicalIndex(served.deps.db, { automaticMerging: false });
    }).finally(() => served.stop());
  } finally {
    await server.stop();
  }
}

async function bench(
  name: string,
  { deps, orgId }: InProcessApp,
  sizes: readonly number[],
  open: () => LexicalIndex | Promise<LexicalIndex>,
): Promise<void> {
  for (const size of sizes) {
    const index = await open();
    const fillStart = performance.now();
    const questions = await fill(deps.db, index, orgId, size);
    const fillSeconds = (performance.now() - fillStart) / 1000;
    const { lexical, parts } = timeParts(index);
    const service = createSmartQueryService({
      ...{ db: deps.db, lexical, queries: deps.services.queries, ready: Promise.resolve() },
      reranking: createReranking({ reranker: undefined }),
    });
    const ask = async ({ spaceId, query }: Asked) => {
      const start = performance.now();
      const { recommendations } = await service.smartQuery(wholeScope(orgId, "enterprise"), { query });
      return { ms: performance.now() - start, isFirst: recommendations[0]?.spaceId === spaceId };
    };
    for (const question of questions.slice(0, WARM_UP)) await ask(question);
    parts.clear();
    const rounds: string[] = [];
    let first = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = [];
      for (const question of questions) answers.push(await ask(question));
      const times = answers.map(({ ms }) => ms);
      rounds.push(`${percentile(times, 50).toFixed(1)}/${percentile(times, 95).toFixed(1)}`);
      first = answers.filter(({ isFirst }) => isFirst).length / answers.length;
    }
    const spent = [...parts].map(([part, ms]) => `${part} ${(ms / ROUNDS / QUESTIONS).toFixed(1)}`);
    const afterWrites: number[] = [];
    for (const question of questions.slice(0, 20)) {
      await lexical.replaceDocuments(orgId, [documentOf(orgId, question.spaceId, "new", question.query)]);
      afterWrites.push((await ask(question)).ms);
    }
    console.log(
      `${name} ${String(size).padStart(6)} spaces: ${rounds.join("  ")}; first ${first.toFixed(3)}; after a write ${percentile(afterWrites, 50).toFixed(1)}`,
    );
    console.log(`  mean ms of a question: ${spent.join(", ")}; filled in ${fillSeconds.toFixed(0)} s`);
    await lexical.close();
    await deps.db.delete(spaces);
  }
}

/** An index whose parts of a smart query are timed; those that run side by side count twice. */
function timeParts(index: LexicalIndex): { lexical: LexicalIndex; parts: Map<string, number> } {
  const parts = new Map<string, number>();
  async function timed<Result>(part: string, work: Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work;
    parts.set(part, (parts.get(part) ?? 0) + performance.now() - start);
    return result;
  }
  const lexical: LexicalIndex = {
    ...index,
    sketch: (...asked) => timed("sketch", index.sketch(...asked)),
    search: (scope, ...asked) =>
      timed(scope.documentIds ? "likely descriptions" : "descriptions", index.search(scope, ...asked)),
    searchEach: (...asked) => timed("passages", index.searchEach(...asked)),
  };
  return { lexical, parts };
}

/** Fills both by the short way: rows of spaces and the lexical index are all that a smart query reads. */
async function fill(
  db: InProcessApp["deps"]["db"],
  lexical: LexicalIndex,
  orgId: string,
  count: number,
): Promise<Asked[]> {
  const random = seededRandom(count);
  const corpus = syntheticCorpus(random);
  const asked: Asked[] = [];
  const words = (text: string, howMany: number) => {
    const all = text.split(" ");
    return Array.from({ length: howMany }, () => all[Math.floor(random() * all.length)]).join(" ");
  };
  const now = new Date();
  const made = Array.from({ length: count }, (_, at) => {
    const id = `spc_${String(at).padStart(6, "0")}`;
    const passages = Array.from({ length: PASSAGES }, () => corpus.passage());
    asked.push({ spaceId: id, query: words(passages[0] ?? "", QUESTION_WORDS) });
    const text = { name: id, slug: id, description: words(passages[1] ?? "", 6) };
    const row = { id, orgId, ...text, icon: "folder", isArchived: false, archivedAt: null, metadata: {} };
    return { row: { ...row, createdAt: now, updatedAt: now }, passages };
  });
  for (let start = 0; start < count; start += ROWS_AT_ONCE)
    await db.insert(spaces).values(made.slice(start, start + ROWS_AT_ONCE).map(({ row }) => row));
  for (let start = 0; start < count; start += SPACES_AT_ONCE)
    await lexical.replaceDocuments(
      orgId,
      made
        .slice(start, start + SPACES_AT_ONCE)
        .flatMap(({ row, passages }) =>
          passages.map((passage, at) => documentOf(orgId, row.id, String(at), passage)),
        ),
    );
  await lexical.replaceDocuments(
    orgId,
    made.map(({ row: { id, description } }) => ({
      documentId: id,
      entries: [entryOf(orgId, DESCRIPTIONS, id, description)],
    })),
  );
  return Array.from({ length: QUESTIONS }, () => asked[Math.floor(random() * count)] as Asked);
}

function documentOf(orgId: string, spaceId: string, name: string, text: string) {
  const documentId = `${spaceId}-${name}`;
  return { documentId, entries: [entryOf(orgId, spaceId, documentId, text)] };
}

function entryOf(orgId: string, spaceId: string, documentId: string, text: string): LexicalEntry {
  return { id: documentId, orgId, spaceId, documentId, generation: 1, text, context: "", metadata: {} };
}
