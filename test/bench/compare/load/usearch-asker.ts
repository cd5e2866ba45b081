import { Index, MetricKind } from "usearch";
import type { Asker, UsearchTarget } from "./job.ts";

const TOP_K = 10;

/** Builds a usearch index with its defaults, and searches it in this process. */
export async function createUsearchAsker(target: UsearchTarget): Promise<Asker> {
  const { dimensions } = target;
  const [vectors, questions] = await Promise.all([target.vectors, target.questions].map(readFloats));
  if (!vectors || !questions) throw new Error("The vectors are missing.");
  const index = new Index(dimensions, MetricKind.Cos, undefined, undefined, undefined, undefined, false);
  index.add(
    BigUint64Array.from({ length: vectors.length / dimensions }, (_, at) => BigInt(at)),
    vectors,
    0,
  );
  const count = questions.length / dimensions;
  return {
    async ask(line) {
      const at = (line % count) * dimensions;
      const { keys } = index.search(questions.subarray(at, at + dimensions), TOP_K, 1);
      if (keys.length !== TOP_K) throw new Error(`usearch found ${keys.length} vectors.`);
    },
    rooms: {},
    close: async () => undefined,
  };
}

async function readFloats(path: string): Promise<Float32Array> {
  return new Float32Array(await Bun.file(path).arrayBuffer());
}
