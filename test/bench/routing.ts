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
const ROW_BATCH = 500;
const SPACE_BATCH = 500;
const ROUNDS = 3;

/** A question and the space that its words are from. */
interface RoutingQuestion {
  readonly spaceId: string;
  readonly query: string;
}

/** Measures smart queries in this process, by the number of spaces with a few passages each. */
export async function benchRouting(sizes: readonly number[]): Promise<void> {
  console.log(`p50/p95 ms of ${QUESTIONS} queries, ${ROUNDS} rounds; ${PASSAGES} passages per space`);
  console.log(
    "first: share with the own space first; after a write: p50 ms of queries right after a write\n",
  );
  const app = await startApp();
  await bench("embedded", app, sizes, () => createMemoryLexicalIndex()).finally(() => app.stop());
  if (!hasPostgres())
    return console.log("Skipped PostgreSQL, which is not installed (see test/services/install-postgres.sh).");
  const server = await startPostgres();
  try {
    const env = { DATABASE_URL: await server.createDatabase() };
    const served = await startApp({ env });
    await bench("postgres", served, sizes, async () => {
      await served.deps.db.execute("truncate lexical_segments, lexical_pages, lexical_lists, lexical_dead");
      await served.deps.db.execute("truncate lexical_chunks, lexical_documents");
      // Automatic merging would check each of 10,000 new spaces during the measurement.
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
    const ask = async ({ spaceId, query }: RoutingQuestion) => {
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
    console.log(`  mean ms per query: ${spent.join(", ")}; filled in ${fillSeconds.toFixed(0)} s`);
    await lexical.close();
    await deps.db.delete(spaces);
  }
}

/** Wraps an index to time the parts of a smart query. The times of concurrent parts overlap. */
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
    sketch: (...args) => timed("sketch", index.sketch(...args)),
    search: (scope, ...args) =>
      timed(scope.documentIds ? "likely descriptions" : "descriptions", index.search(scope, ...args)),
    searchEach: (...args) => timed("passages", index.searchEach(...args)),
  };
  return { lexical, parts };
}

/** Writes the space rows and the lexical index directly; a smart query reads nothing else. */
async function fill(
  db: InProcessApp["deps"]["db"],
  lexical: LexicalIndex,
  orgId: string,
  count: number,
): Promise<RoutingQuestion[]> {
  const random = seededRandom(count);
  const corpus = syntheticCorpus(random);
  const questions: RoutingQuestion[] = [];
  const words = (text: string, wordCount: number) => {
    const all = text.split(" ");
    return Array.from({ length: wordCount }, () => all[Math.floor(random() * all.length)]).join(" ");
  };
  const now = new Date();
  const generated = Array.from({ length: count }, (_, at) => {
    const id = `spc_${String(at).padStart(6, "0")}`;
    const passages = Array.from({ length: PASSAGES }, () => corpus.passage());
    questions.push({ spaceId: id, query: words(passages[0] ?? "", QUESTION_WORDS) });
    const text = { name: id, slug: id, description: words(passages[1] ?? "", 6) };
    const row = { id, orgId, ...text, icon: "folder", isArchived: false, archivedAt: null, metadata: {} };
    return { row: { ...row, createdAt: now, updatedAt: now }, passages };
  });
  for (let start = 0; start < count; start += ROW_BATCH)
    await db.insert(spaces).values(generated.slice(start, start + ROW_BATCH).map(({ row }) => row));
  for (let start = 0; start < count; start += SPACE_BATCH)
    await lexical.replaceDocuments(
      orgId,
      generated
        .slice(start, start + SPACE_BATCH)
        .flatMap(({ row, passages }) =>
          passages.map((passage, at) => documentOf(orgId, row.id, String(at), passage)),
        ),
    );
  await lexical.replaceDocuments(
    orgId,
    generated.map(({ row: { id, description } }) => ({
      documentId: id,
      entries: [entryOf(orgId, DESCRIPTIONS, id, description)],
    })),
  );
  return Array.from({ length: QUESTIONS }, () => questions[Math.floor(random() * count)] as RoutingQuestion);
}

function documentOf(orgId: string, spaceId: string, name: string, text: string) {
  const documentId = `${spaceId}-${name}`;
  return { documentId, entries: [entryOf(orgId, spaceId, documentId, text)] };
}

function entryOf(orgId: string, spaceId: string, documentId: string, text: string): LexicalEntry {
  return { id: documentId, orgId, spaceId, documentId, generation: 1, text, context: "", metadata: {} };
}
