import { createPostgresLexicalIndex } from "@quarry/pgvector";
import { sql } from "drizzle-orm";
import { prepareSegments } from "../adapters/pgvector/src/lexical/prepare-segments.ts";
import { openServerDatabase } from "../server/src/database/server.ts";
import { createRandom, makeDocument, syntheticCorpus } from "./bench/lexical-corpus.ts";
import { startPostgres } from "./support/postgres.ts";

const server = await startPostgres();
const database = await openServerDatabase(await server.createDatabase());
const log = new Map<string, { n: number; ms: number }>();
const wrap = (ex: any) => ({
  async execute(s: any) {
    const t = performance.now();
    const r = await ex.execute(s);
    const ms = performance.now() - t;
    const key = s.queryChunks
      .map((c: any) => c?.value?.join?.("") ?? "")
      .join("")
      .replace(/\s+/g, " ")
      .slice(0, 60);
    const e = log.get(key) ?? { n: 0, ms: 0 };
    e.n++;
    e.ms += ms;
    log.set(key, e);
    return r;
  },
});
const db: any = {
  execute: (s: any) => wrap(database.db).execute(s),
  transaction: (w: any, c: any) => database.db.transaction((tx) => w(wrap(tx)), c),
};
const auto = process.argv[2] === "auto";
const index = await createPostgresLexicalIndex(db, { automaticMerging: auto });
const corpus = syntheticCorpus(createRandom(3));
const N = 10000;
let n = 0;
let prep = 0;
let all = 0;
let max = 0;
let before = performance.now();
setInterval(() => {
  max = Math.max(max, performance.now() - before - 5);
  before = performance.now();
}, 5);
for (let c = 0; c < N; c += 100) {
  const docs = Array.from({ length: 10 }, () => makeDocument(n++, "s", 10, corpus));
  let t = performance.now();
  await prepareSegments(docs);
  prep += performance.now() - t;
  t = performance.now();
  await index.replaceDocuments("org_bench", docs);
  all += performance.now() - t;
}
console.log("prepare", prep / N, "replace", all / N, "pause", max);
const show = () => {
  for (const [k, e] of [...log].sort((a, b) => b[1].ms - a[1].ms).slice(0, 12))
    console.log(
      e.ms.toFixed(0).padStart(7),
      "ms",
      String(e.n).padStart(6),
      (e.ms / e.n).toFixed(2).padStart(7),
      k,
    );
  log.clear();
};
show();
max = 0;
let t = performance.now();
await index.settle();
console.log("settle", (performance.now() - t) / N, "ms/chunk pause", max);
show();
t = performance.now();
for (let i = 0; i < 400; i++)
  await index.search(
    { orgId: "org_bench", spaceIds: ["s"] },
    corpus.passage().split(" ").slice(0, 6).join(" "),
    10,
  );
console.log("search", (performance.now() - t) / 400);
show();
process.exit(0);
