import { createBuiltinEmbedder } from "@quarry/embedders";
import { ChromaClient } from "chromadb";
import { startChroma } from "../support/chroma.ts";
import { seededRandom } from "../faults/model.ts";
import { createVectorPool } from "./vector-pool.ts";

const chroma = await startChroma();
const url = new URL(chroma.url);
const client = new ChromaClient({ host: url.hostname, port: Number(url.port), ssl: false });

const embedder = createBuiltinEmbedder();
const hnsw = { max_neighbors: 16, ef_construction: 100 };
for (const dims of [8, 0])
for (const mode of ["update of metadata alone, deletion", "same vectors, deletion"] as const) {
  const random = seededRandom(7);
  const below = (n: number) => Math.floor(random() * n);
  const words = Array.from({ length: 300 }, (_, at) => `w${at.toString(36)}${(at * 7919).toString(36)}`);
  const texts = dims === 0 ? await embedder.embed(Array.from({ length: 4000 }, () => Array.from({ length: 5 + below(60) }, () => words[Math.floor(below(300) * random())]).join(" ")), "document") : [];
  let next = 0;
  const vec = () => { if (dims === 0) return [...texts[next++ % 4000] as Float32Array]; const v = Float32Array.from({ length: dims }, () => random() + random() + random() - 1.5); const l = Math.hypot(...v); return [...v].map((x) => Math.fround(x / l)); };
  let checks = 0, bad = 0, lost = 0;
  for (let seed = 0; seed < 4; seed++) {
    const c = await client.createCollection({ name: `c-${dims}-${mode.slice(0, 3)}-${seed}`, embeddingFunction: null, configuration: { hnsw: { space: "cosine", ef_search: 400, ...hnsw } } });
    let made = 0;
    const live: [string, number[]][] = [];
    const put = async (pairs: [string, number[]][]) => { await c.upsert({ ids: pairs.map(([id]) => id), embeddings: pairs.map(([, v]) => v), metadatas: pairs.map(() => ({ a: made })) }); };
    const fresh = Array.from({ length: 110 }, (): [string, number[]] => [`v${made++}`, vec()]);
    live.push(...fresh); await put(fresh);
    for (let step = 0; step < 250; step++) {
      const some = [...new Set(Array.from({ length: 1 + below(15) }, () => below(live.length)))];


      {
        const pairs = some.map((at): [string, number[]] => true ? live[at] as [string, number[]] : [(live[at] as [string, number[]])[0], vec()]);
        const news = Array.from({ length: 3 }, (): [string, number[]] => [`v${made++}`, vec()]);
        some.forEach((at, i) => { live[at] = pairs[i] as [string, number[]]; });
if (mode.startsWith("update")) { await c.update({ ids: pairs.map(([id]) => id), metadatas: pairs.map(() => ({ a: step })) }); await put(news); } else await put([...pairs, ...news]); live.push(...news); const gone = live.splice(0, 3); await c.delete({ ids: gone.map(([id]) => id) });
      }
      const n = live.length;
      const got = (await c.query({ queryEmbeddings: [vec()], nResults: n, include: [] })).ids[0]?.length ?? 0;
      checks++; if (got < n) { bad++; lost += n - got;
        if (bad < 6) {
          const found = new Set((await c.query({ queryEmbeddings: [vec()], nResults: n, include: [] })).ids[0]);
          for (const [id, v] of live.filter(([id]) => !found.has(id))) {
            const own = (await c.query({ queryEmbeddings: [v], nResults: 5, include: ["distances"] }));
            console.log("   step", step, "n", n, "count", await c.count(), "lost", id, "newest", made - 1, "updated now", some.some((at) => live[at]?.[0] === id), "by its own vector:", own.ids[0]?.join(), own.distances[0]?.[0]);
          }
        } }
    }
  }
  console.log(dims, mode, `${bad} of ${checks} times records could not be reached, ${lost} records`);
}
await chroma.stop();
