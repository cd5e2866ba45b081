import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGenerator } from "../load/generator.ts";
import { measureInTurn } from "../load/in-turn.ts";
import { questionsOf } from "../servers/questions.ts";
import type { StagePart } from "./part.ts";

/** usearch alone, with its defaults, in one process: what nearest vectors cost without a server. */
export const floor: StagePart = {
  name: "floor",
  async measure(context, { vectors, size }) {
    const { turns, secondsPerBlock } = context.effort;
    const folder = await mkdtemp(join(tmpdir(), "quarry-compare-floor-"));
    const questions = await questionsOf(context);
    // An index of its own process, which ends with the part.
    const generator = startGenerator();
    try {
      const target = {
        ...{ kind: "usearch" as const, dimensions: vectors.dimensions },
        vectors: join(folder, "vectors.f32"),
        questions: join(folder, "questions.f32"),
      };
      await Bun.write(target.vectors, vectors.values);
      await Bun.write(target.questions, questions.vectors.values);
      const [measured] = await measureInTurn(
        generator,
        [{ side: "usearch", line: "usearch alone", processes: () => [], job: { target, connections: 1 } }],
        { turns, seconds: secondsPerBlock, warmUpSeconds: 1 },
      );
      const { cpu: _, databaseCpu: __, ...blocks } = measured?.blocks ?? {};
      await context.record({ part: "floor", size, line: "usearch alone", side: "usearch", blocks });
    } finally {
      generator.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
