import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { seededRandom } from "../../support/seeded-random.ts";

// The same document in spaces of four sizes. How well it answers should depend little on what lies beside it.

const SIZES = [3, 30, 300, 3000];
const BATCH = 100;
const DOCUMENT = `The observatory on Mount Aldebaran was built in 1923 by the engineer Rosalind Vega. Its dome of copper turns
on forty wheels, and visitors climb it every Saturday after sunset. The telescope was repaired twice after earthquakes.`;
/** Answered in full, in part, hardly, and by a quotation. */
const QUESTIONS = {
  full: "Who built the observatory on Mount Aldebaran?",
  short: "copper dome",
  part: "On which weekday do guests climb the dome of the tower?",
  hardly: "Which towers were damaged by earthquakes in the last century?",
  quoted: "Its dome of copper turns on forty wheels, and visitors climb it every Saturday after sunset.",
};

let app: InProcessApp;
let spaceIds: string[];

beforeAll(async () => {
  app = await startApp();
  spaceIds = await Promise.all(SIZES.map(fill));
}, 300_000);
afterAll(() => app.stop());

/** Creates a space with the document among others, in which its words are as frequent as words are. */
async function fill(size: number): Promise<string> {
  const { space } = await app.quarry.spaces.create({ name: `${size} documents` });
  const random = seededRandom(size);
  const common = [...new Set(DOCUMENT.match(/[a-z]{4,}/g))];
  const syllables = ["ka", "lo", "mi", "ten", "ras", "vel", "du", "shor", "pin", "gar"];
  const rare = () => Array.from({ length: 3 }, () => syllables[Math.floor(random() * 10)]).join("");
  const word = () => (random() < 0.2 ? common[Math.floor(random() ** 2 * common.length)] : rare());
  const documents = Array.from({ length: size - 1 }, (_, at) => ({
    filename: `${at}.txt`,
    content: `${Array.from({ length: 10 + Math.floor(random() * 30) }, word).join(" ")}.`,
  }));
  documents.push({ filename: "observatory.txt", content: DOCUMENT });
  for (let start = 0; start < documents.length; start += BATCH)
    await app.quarry.documents.upsertBatch({
      spaceId: space.id,
      documents: documents.slice(start, start + BATCH),
    });
  return space.id;
}

/** The similarities of the document's copies. */
async function similarities(query: string, spaces: readonly string[], mode: "hybrid" | "lexical" | "vector") {
  const { results } = await app.quarry.query({ query, spaceIds: [...spaces], topK: 100, mode });
  return results
    .filter(({ document }) => document.filename === "observatory.txt")
    .map(({ similarity }) => similarity ?? Number.NaN);
}

const spreadOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

/** Asked for is .05. A small space does not tell which words are rare, and chance matches more in a large one. */
const MAX_SPREAD = { quoted: 0.05, full: 0.1, short: 0.4, part: 0.05, hardly: 0.05 };

test.each(["quoted", "full", "short", "part", "hardly"] as const)(
  "spaces of 3 to 3,000 documents agree on a document that answers: %s",
  async (kind) => {
    for (const mode of ["hybrid", "lexical"] as const) {
      const together = await similarities(QUESTIONS[kind], spaceIds, mode);
      const alone = await Promise.all(spaceIds.map((id) => similarities(QUESTIONS[kind], [id], mode)));
      expect([mode, together.length]).toEqual([mode, SIZES.length]);
      expect(alone.flat().sort()).toEqual(together.sort());
      expect(spreadOf(together)).toBeLessThanOrEqual(MAX_SPREAD[kind]);
    }
  },
);
