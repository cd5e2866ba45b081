import { makeQuestions } from "../compare/corpus/questions.ts";
import { readSources } from "../compare/corpus/sentences.ts";
import { spread } from "../ingest/spread.ts";
import { fillIndex } from "./filled-index.ts";
import { STEPS, type StepTimes, timeSteps } from "./steps.ts";

const BLOCKS = 5;
/** The runtime compiles what it has run often. */
const WARM_UP = 2;
const SEED = 77;

/**
 * Measures a question's way through the lexical index in memory, step by step, in this process: processor time of each
 * step, median and range over blocks.
 */
export async function benchWords(sizes: readonly number[], questionCount: number): Promise<void> {
  const sources = await readSources();
  const questions = makeQuestions(sources, questionCount, SEED);
  console.log(`processor µs per question, ${questionCount} distinct questions, ${BLOCKS} blocks`);
  for (const size of sizes) {
    const index = await fillIndex(sources, size);
    const blocks: StepTimes[] = [];
    for (let block = -WARM_UP; block < BLOCKS; block += 1) {
      const times = await timeSteps(index, questions);
      if (block >= 0) blocks.push(times);
    }
    const cells = STEPS.map((step) => `${step} ${spread(blocks.map((times) => times[step]))}`);
    console.log(`${index.space.size()} chunks: ${cells.join(", ")}`);
  }
}
