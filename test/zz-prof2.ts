import { createPostgresLexicalIndex } from "@quarry/pgvector";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { openServerDatabase } from "../server/src/database/server.ts";
import { startPostgres } from "./support/postgres.ts";
import { createRandom, makeDocument, syntheticCorpus } from "./bench/lexical-corpus.ts";
const server = await startPostgres();
const database = await openServerDatabase(await server.createDatabase());
const log = new Map<string, { n: number; ms: number }>();
const wrap = (ex: any) => ({ async execute(s: any) { const t = performance.now(); const r = await ex.execute(s); const ms = performance.now() - t; const key = s.queryChunks.map((c: any) => c?.value?.join?.("") ?? "").join("").replace(/\s+/g, " ").slice(0, 60); const e = log.get(key) ?? { n: 0, ms: 0 }; e.n++; e.ms += ms; log.set(key, e); return r; } });
const db: any = { execute: (s: any) => wrap(database.db).execute(s), transaction: (w: any, c: any) => database.db.transaction((tx) => w(wrap(tx)), c) };
const index = await createPostgresLexicalIndex(db, { automaticMerging: false });
const memory = createMemoryLexicalIndex();
const corpus = syntheticCorpus(createRandom(3));
let n = 0; const SP = ["a", "b", "c", "d", "e"];
for (let r = 0; r < 15; r++) for (const s of SP) { const docs = Array.from({ length: 10 }, () => makeDocument(n++, s, 10, corpus)); await index.replaceDocuments("org_bench", docs); await memory.replaceDocuments("org_bench", docs); if (r === 7) await index.settle(); }
log.clear();
const qs = Array.from({ length: 150 }, (_, i) => corpus.passage().split(" ").slice(0, [1, 3, 5, 10][i % 4]).join(" "));
for (const [name, idx] of [["pg", index], ["pg", index], ["memory", memory]] as const) {
  const t = performance.now(); const c = process.cpuUsage();
  for (const q of qs) await idx.search({ orgId: "org_bench", spaceIds: SP }, q, 10);
  const u = process.cpuUsage(c); console.log(name, (performance.now() - t) / qs.length, "ms; cpu", u.user / 1000 / qs.length);
  for (const [k, e] of [...log].sort((a, b) => b[1].ms - a[1].ms).slice(0, 6)) console.log((e.ms / qs.length).toFixed(2).padStart(7), "ms/query", String(e.n).padStart(6), k); log.clear();
}
process.exit(0);
