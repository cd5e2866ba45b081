import { parseArgs } from "node:util";
import type { FilteredScope, LexicalIndex } from "@quarry/core";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex } from "@quarry/pgvector";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { startPostgres } from "../support/postgres.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { fileCorpus, makeDocument, syntheticCorpus } from "./lexical-corpus.ts";

// What the lexical index in PostgreSQL costs beside the one in memory:
//   bun run bench lexical --chunks 50000 [--batch 100] [--questions 40] [--text file] [--no-memory]

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    chunks: { type: "string", default: "50000" },
    batch: { type: "string", default: "100" },
    questions: { type: "string", default: "40" },
    text: { type: "string" },
    "no-memory": { type: "boolean", default: false },
  },
});
const CHUNKS = Number(values.chunks);
const BATCH = Number(values.batch);
const QUESTIONS = Number(values.questions);
const PER_DOCUMENT = 10;
const ORG = "org_bench";
const SAMPLED = 3000;

const random = seededRandom(11);
const corpus = values.text ? fileCorpus(values.text) : syntheticCorpus(random);
const say = (line: string) => console.log(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`);

/** One space with half of all chunks, five with three hundredths each, the rest in small ones. */
function spaceOf(number: number): string {
  const place = (number * 0.6180339887) % 1;
  if (place < 0.5) return "half";
  if (place < 0.65) return `mid${Math.floor((place - 0.5) / 0.03)}`;
  return `small${Math.floor((place - 0.65) / 0.0075)}`;
}
const SCOPES: Record<string, readonly string[]> = {
  small: ["small3"],
  five: ["mid0", "mid1", "mid2", "mid3", "mid4"],
  half: ["half"],
};

const server = await startPostgres();
const database = await openServerDatabase(await server.createDatabase());
const postgres = await createPostgresLexicalIndex(database.db, {
  onProblem: (error) => console.error(error),
});
const memory = values["no-memory"] ? undefined : createMemoryLexicalIndex();

// How long the event loop was held up by anything, the merges above all.
let longestPause = 0;
let before = performance.now();
const pulse = setInterval(() => {
  longestPause = Math.max(longestPause, performance.now() - before - 5);
  before = performance.now();
}, 5);

const documentFrequency = new Map<string, number>();
const sampleTexts: string[] = [];
const spent = { postgres: 0, memory: 0, settle: 0 };
const started = performance.now();
for (let chunks = 0, number = 0; chunks < CHUNKS; ) {
  const bySpace = new Map<string, ReturnType<typeof makeDocument>[]>();
  // A batch goes to one space, as an import does.
  const spaceId = spaceOf(number);
  const documents = Array.from({ length: BATCH / PER_DOCUMENT }, (_, at) =>
    makeDocument(number * 1000 + at, spaceId, PER_DOCUMENT, corpus),
  );
  number += 1;
  bySpace.set(spaceId, documents);
  chunks += BATCH;
  for (const { entries } of documents)
    for (const { text } of entries) {
      if (sampleTexts.length >= SAMPLED) break;
      sampleTexts.push(text);
      for (const word of new Set(text.split(/\s+/)))
        documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
    }
  let start = performance.now();
  await postgres.replaceDocuments(ORG, documents);
  spent.postgres += performance.now() - start;
  start = performance.now();
  await memory?.replaceDocuments(ORG, documents);
  spent.memory += performance.now() - start;
  if (chunks % Math.max(BATCH, CHUNKS / 10) < BATCH) {
    const rate = (performance.now() - started) / chunks;
    say(
      `${chunks} chunks, ${rate.toFixed(3)} ms each; postgres ${(spent.postgres / chunks).toFixed(3)}, memory ${(spent.memory / chunks).toFixed(3)}`,
    );
  }
}
const settling = performance.now();
await postgres.settle();
spent.settle = performance.now() - settling;
say(
  `merging after the load: ${(spent.settle / 1000).toFixed(1)} s; longest pause ${longestPause.toFixed(0)} ms`,
);

const sizes = await database.db.execute(`
  select relname, pg_table_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes
  from pg_class where relname like 'lexical\\_%' and relkind = 'r' order by 2 desc`);
let total = 0;
for (const { relname, heap, indexes } of sizes) {
  total += Number(heap) + Number(indexes);
  say(
    `${String(relname).padEnd(18)} ${(Number(heap) / CHUNKS).toFixed(0).padStart(5)} + ${(Number(indexes) / CHUNKS).toFixed(0).padStart(4)} bytes a chunk`,
  );
}
const [live] = await database.db.execute(`
  select ((select sum(octet_length(bytes)) from lexical_pages) + (select sum(octet_length(bytes)) from lexical_lists)
    + (select sum(octet_length(header)) from lexical_segments))::float8 as postings,
    (select sum(octet_length(words)) from lexical_chunks)::float8 as words`);
say(
  `of that in use: postings ${(Number(live?.postings) / CHUNKS).toFixed(0)}, words ${(Number(live?.words) / CHUNKS).toFixed(0)} bytes a chunk; the rest is rows, and room of segments that were merged`,
);
say(`in all ${(total / CHUNKS).toFixed(0)} bytes a chunk`);
const segments = await database.db.execute(
  "select space_id, array_agg(chunk_count order by chunk_count desc)::text as chunks from lexical_segments where space_id in ('half', 'mid0', 'small3') group by 1",
);
for (const { space_id, chunks } of segments) say(`segments of ${space_id}: ${chunks}`);

const words = [...documentFrequency].filter(([word]) => word.length > 2);
const share = (df: number) => df / sampleTexts.length;
const pools = {
  rare: words.filter(([, df]) => df > 1 && share(df) < 0.003).map(([word]) => word),
  common: words.filter(([, df]) => share(df) >= 0.02).map(([word]) => word),
};
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
function question(kind: string, terms: number): string {
  if (kind === "rare" || kind === "common")
    return Array.from({ length: terms }, () => pick(pools[kind])).join(" ");
  const text = pick(sampleTexts).split(/\s+/);
  return Array.from({ length: terms }, () => pick(text)).join(" ");
}

async function timed(index: LexicalIndex, scope: FilteredScope, query: string) {
  const start = performance.now();
  const result = await index.search(scope, query, 10);
  return { ms: performance.now() - start, key: JSON.stringify(result.hits) };
}

const quantiles = (times: number[]) => {
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  return `${at(0.5)}/${at(0.99)}`;
};

say(`questions, p50/p99 in ms over ${QUESTIONS}; cold: nothing in the process's memory`);
say("scope  words   filter  postgres        cold            memory          same");
const filter = { kind: "contains", value: { rare: true } } as const;
for (const [name, spaceIds] of Object.entries(SCOPES))
  for (const kind of ["rare", "mixed", "common"])
    for (const filtered of [false, true]) {
      const scope = { orgId: ORG, spaceIds, ...(filtered ? { filter } : {}) };
      const times = { postgres: [] as number[], cold: [] as number[], memory: [] as number[] };
      let same = 0;
      const cold = await createPostgresLexicalIndex(database.db, {
        memoryBytes: 0,
        automaticMerging: false,
      });
      for (let at = 0; at < QUESTIONS; at++) {
        const query = question(kind, [1, 3, 5, 10][at % 4] as number);
        const found = await timed(postgres, scope, query);
        times.postgres.push(found.ms);
        if (at % 4 === 0 && CHUNKS <= 100_000) times.cold.push((await timed(cold, scope, query)).ms);
        if (!memory) continue;
        const expected = await timed(memory, scope, query);
        times.memory.push(expected.ms);
        same += Number(found.key === expected.key);
      }
      say(
        `${name.padEnd(6)} ${kind.padEnd(7)} ${(filtered ? "2 %" : "-").padEnd(7)} ${quantiles(times.postgres).padEnd(15)} ${quantiles(times.cold).padEnd(15)} ${quantiles(times.memory).padEnd(15)} ${same}/${times.memory.length}`,
      );
    }

const deletions = performance.now();
const DELETED = 50;
for (let at = 0; at < DELETED; at++) await postgres.delete({ orgId: ORG, documentId: `doc_${at * 1000}` });
say(`deleting a document: ${((performance.now() - deletions) / DELETED).toFixed(2)} ms`);
const updates = performance.now();
for (let at = 50; at < 50 + DELETED; at++)
  await postgres.replaceDocuments(ORG, [makeDocument(at * 1000, spaceOf(at), PER_DOCUMENT, corpus)]);
say(
  `replacing a document of ${PER_DOCUMENT} chunks: ${((performance.now() - updates) / DELETED).toFixed(2)} ms`,
);

clearInterval(pulse);
await postgres.close();
await database.close();
await server.stop();
