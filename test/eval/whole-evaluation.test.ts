import { expect, test } from "bun:test";
import { startApp } from "../support/in-process-app.ts";
import type { Collection } from "./collection.ts";
import { readOptions } from "./options.ts";
import { evaluateAll } from "./whole-evaluation.ts";
import { aboutRun, speedTable, wholeReport } from "./whole-report.ts";

const ANIMALS = ["badger", "falcon", "herring", "lizard", "monkey", "otter"];
const TOOLS = ["chisel", "hammer", "ladder", "pliers", "shovel", "wrench"];

/** Creates a collection with one document per thing, and one question that only this document answers. */
function collectionOf(name: string, things: readonly string[], about: (thing: string) => string): Collection {
  return {
    name,
    documents: things.map((thing) => ({ id: thing, text: `# ${thing}\n\n${about(thing)}` })),
    questions: things.map((thing) => ({ id: `q-${thing}`, text: `What does the ${thing} need?` })),
    judgements: new Map(things.map((thing) => [`q-${thing}`, new Map([[thing, 1]])])),
    empty: 0,
  };
}

test("evaluates all collections and creates the same report each time", async () => {
  const collections = [
    collectionOf("animals", ANIMALS, (name) => `Every ${name} needs food, water and rest after a long walk.`),
    collectionOf(
      "tools",
      TOOLS,
      (name) => `Every ${name} needs oil, a dry place and a careful hand at work.`,
    ),
  ];
  const options = readOptions(["all"]);
  const app = await startApp();
  try {
    const measured = await evaluateAll(app.quarry, collections, options);
    for (const { hybrid, lexical } of measured.sets) expect([hybrid.ndcg10, lexical]).toEqual([1, 1]);
    expect([...measured.across.values()].flat().every((score) => score === 1)).toBe(true);
    expect(measured.ablations[0]?.clean).toEqual(
      new Map([
        ["animals", 1],
        ["tools", 1],
      ]),
    );
    const page = wholeReport(measured, aboutRun(options));
    expect(page).toContain("a local server, the default embedder, all questions.");
    expect(page).toContain("| animals | 6 |  |  | **1.0000** | 1.000-1.000 | 1.0000 |");
    expect(page).toContain("| all | 1.0000 | ± 0.000 | 1.0000 |");
    expect(page).toContain("| mean of collections | 12 | 1.0000");
    expect(page).toContain("| without fuzzy words |");
    expect(speedTable(measured.sets)).toContain("ms/query p50");
    const again = await evaluateAll(app.quarry, collections, options);
    expect(wholeReport(again, aboutRun(options))).toBe(page);
    // All spaces are purged.
    expect((await app.quarry.spaces.list({ status: "all" })).pagination.total).toBe(0);
  } finally {
    await app.stop();
  }
}, 120_000);
