import { createMemoryLexicalIndex } from "@quarry/memory";

let s = 7;
const rnd = () => {
  s = (s + 0x6d2b79f5) | 0;
  let t = Math.imul(s ^ (s >>> 15), 1 | s);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
const L = "etaoinshrdlucmfw";
const word = (n: number) => {
  let w = "";
  for (let x = (n * 2654435761) >>> 0, i = 0; i < 4 + (n % 6); i++) {
    w += L[x & 15];
    x = (x >>> 3) ^ (n * (i + 3));
  }
  return w + "" + L[n & 15];
};
const V = 50000;
const pick = () => Math.floor(Math.exp(rnd() * Math.log(V))) - 1;
const sentence = (n: number) => Array.from({ length: n }, () => word(pick())).join(" ");
const index = createMemoryLexicalIndex();
const t0 = performance.now();
for (let d = 0; d < 2000; d++)
  await index.replaceDocuments("o", [
    {
      documentId: "d" + d,
      entries: Array.from({ length: 10 }, (_, c) => ({
        id: `d${d}-${c}`,
        orgId: "o",
        spaceId: "s",
        documentId: "d" + d,
        generation: 1,
        text: sentence(120),
        context: sentence(4),
        metadata: { g: d % 50 },
      })),
    },
  ]);
console.log("load", (performance.now() - t0) / 20000, "ms/chunk");
const qs = Array.from({ length: 300 }, () => sentence(1 + Math.floor(rnd() * 10)));
let h = 0;
for (let round = 0; round < 3; round++) {
  const t = performance.now();
  for (const q of qs) {
    const r = await index.search({ orgId: "o", spaceIds: ["s"] }, q, 10);
    for (const x of r.hits) h += x.score;
  }
  console.log("query", (performance.now() - t) / qs.length, "ms", h);
}
