import type { FilteredScope, LexicalIndex } from "@quarry/core";
import { percentile } from "@quarry/core/internal";
import { createPostgresLexicalIndex } from "@quarry/pgvector";
import type { OpenDatabase } from "../../../server/src/platform/database/database.ts";
import type { Indexes, Samples } from "./fill.ts";
import { print } from "./print.ts";
import { ORG, SCOPES } from "./spaces.ts";

const TOP_K = 10;
const QUESTION_LENGTHS = [1, 3, 5, 10];
/** One in this many queries also runs on an index without a cache. */
const COLD_EVERY = 4;
const COLD_MAX_CHUNKS = 100_000;
const RARE_FILTER = { kind: "contains", value: { rare: true } } as const;

interface QueryOptions {
  readonly chunks: number;
  readonly questions: number;
  readonly samples: Samples;
  readonly random: () => number;
}

/** Runs the same queries on all indexes, by scope, word frequency and filter, and prints their times. */
export async function benchQueries(
  { db, postgres, memory }: Indexes & { readonly db: OpenDatabase["db"] },
  { chunks, questions, samples, random }: QueryOptions,
): Promise<void> {
  const questionOf = createQuestions(samples, random);
  print(`p50/p99 in ms of ${questions} queries; cold: without the index's cache`);
  print("scope  words   filter  postgres        cold            memory          same");
  for (const [name, spaceIds] of Object.entries(SCOPES))
    for (const words of ["rare", "mixed", "common"] as const)
      for (const isFiltered of [false, true]) {
        const scope = { orgId: ORG, spaceIds, ...(isFiltered ? { filter: RARE_FILTER } : {}) };
        const cold = await createPostgresLexicalIndex(db, { memoryBytes: 0, automaticMerging: false });
        const times = { postgres: [] as number[], cold: [] as number[], memory: [] as number[] };
        let same = 0;
        for (let at = 0; at < questions; at++) {
          const question = questionOf(words, QUESTION_LENGTHS[at % QUESTION_LENGTHS.length] ?? 1);
          const found = await timed(postgres, scope, question);
          times.postgres.push(found.ms);
          if (at % COLD_EVERY === 0 && chunks <= COLD_MAX_CHUNKS)
            times.cold.push((await timed(cold, scope, question)).ms);
          if (!memory) continue;
          const expected = await timed(memory, scope, question);
          times.memory.push(expected.ms);
          same += Number(found.hits === expected.hits);
        }
        const cells = [times.postgres, times.cold, times.memory].map((values) =>
          quantiles(values).padEnd(15),
        );
        print(
          `${name.padEnd(6)} ${words.padEnd(7)} ${(isFiltered ? "2 %" : "-").padEnd(7)} ${cells.join(" ")} ${same}/${times.memory.length}`,
        );
      }
}

/** Creates a function that draws questions of rare words, of common words, or of words from one text. */
function createQuestions({ texts, frequencies }: Samples, random: () => number) {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const share = (frequency: number) => frequency / texts.length;
  const words = [...frequencies].filter(([word]) => word.length > 2);
  const pools = {
    rare: words.filter(([, count]) => count > 1 && share(count) < 0.003).map(([word]) => word),
    common: words.filter(([, count]) => share(count) >= 0.02).map(([word]) => word),
  };
  return (kind: "rare" | "mixed" | "common", length: number): string => {
    const pool = kind === "mixed" ? pick(texts).split(/\s+/) : pools[kind];
    return Array.from({ length }, () => pick(pool)).join(" ");
  };
}

async function timed(index: LexicalIndex, scope: FilteredScope, question: string) {
  const start = performance.now();
  const { hits } = await index.search(scope, question, TOP_K);
  return { ms: performance.now() - start, hits: JSON.stringify(hits) };
}

function quantiles(times: readonly number[]): string {
  return [50, 99].map((percent) => percentile(times, percent).toFixed(1)).join("/");
}
