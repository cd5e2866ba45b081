import { parseArgs } from "node:util";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex } from "@quarry/pgvector";
import { openServerDatabase } from "../../../server/src/platform/database/server.ts";
import { startPostgres } from "../../support/postgres.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { fileCorpus, syntheticCorpus } from "../lexical-corpus.ts";
import { fillIndexes } from "./fill.ts";
import { print } from "./print.ts";
import { benchQueries } from "./queries.ts";
import { reportSizes } from "./sizes.ts";
import { benchUpdates } from "./updates.ts";
import { watchPauses } from "./watch-pauses.ts";

/**
 * Compares the lexical index in PostgreSQL with the one in memory: writes, sizes, queries and updates. Options:
 * `--chunks 50000 [--batch 100] [--questions 40] [--text file] [--no-memory]`.
 */
export async function benchLexical(): Promise<void> {
  const { chunks, batch, questions, text, withMemory } = readOptions();
  const random = seededRandom(11);
  const corpus = text ? fileCorpus(text) : syntheticCorpus(random);
  const server = await startPostgres();
  try {
    const database = await openServerDatabase(await server.createDatabase());
    const postgres = await createPostgresLexicalIndex(database.db, {
      onProblem: (error) => console.error(error),
    });
    const memory = withMemory ? createMemoryLexicalIndex() : undefined;
    const pauses = watchPauses();
    const samples = await fillIndexes({ postgres, memory }, { chunks, batch, corpus });
    const mergeStart = performance.now();
    await postgres.settle();
    const mergeSeconds = (performance.now() - mergeStart) / 1000;
    print(
      `merging after the load: ${mergeSeconds.toFixed(1)} s; longest pause ${pauses.longestMs().toFixed(0)} ms`,
    );
    await reportSizes(database.db, chunks);
    await benchQueries({ db: database.db, postgres, memory }, { chunks, questions, samples, random });
    await benchUpdates(postgres, corpus);
    pauses.stop();
    await postgres.close();
    await database.close();
  } finally {
    await server.stop();
  }
}

function readOptions() {
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
  return {
    chunks: Number(values.chunks),
    batch: Number(values.batch),
    questions: Number(values.questions),
    text: values.text,
    withMemory: !values["no-memory"],
  };
}
