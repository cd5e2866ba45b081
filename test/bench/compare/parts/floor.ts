import { Index, MetricKind } from "usearch";
import type { BenchContext } from "../bench-context.ts";
import type { Vectors } from "../corpus/corpus.ts";
import { percentileOf } from "../results/statistics.ts";
import { questionsOf } from "../servers/questions.ts";
import { recallOnStage } from "../servers/stage-recall.ts";
import type { StagePart } from "./part.ts";

const TOP_K = 10;

/** usearch alone, with its defaults, in this process: what nearest vectors cost without a server. */
export const floor: StagePart = {
  name: "floor",
  async measure(context, stage) {
    const { vectors: asked } = await questionsOf(context);
    const index = build(await stage.vectors());
    const search = (number: number) => index.search(asked.at(number), TOP_K, 1).keys;
    const contentsOf = async (number: number) =>
      Array.from(search(number), (key) => stage.corpus.chunks[Number(key)]?.content ?? "");
    const recall = await recallOnStage(context, stage, () => undefined, contentsOf);
    const blocks = Array.from({ length: context.effort.turns }, () => searchFor(context, search));
    const of = (percent: number) => blocks.map(({ sorted }) => percentileOf(sorted, percent));
    await context.record({
      ...{ part: "floor", size: stage.size, line: "usearch alone", side: "usearch" },
      blocks: {
        perSecond: blocks.map(({ sorted, seconds }) => sorted.length / seconds),
        ...{ p50: of(50), p95: of(95), p99: of(99), recall: [recall] },
      },
    });
  },
};

function build({ values, dimensions }: Vectors): Index {
  const index = new Index(dimensions, MetricKind.Cos, undefined, undefined, undefined, undefined, false);
  const keys = BigUint64Array.from({ length: values.length / dimensions }, (_, at) => BigInt(at));
  index.add(keys, values, 0);
  return index;
}

function searchFor({ effort }: BenchContext, search: (number: number) => unknown) {
  const times: number[] = [];
  const start = performance.now();
  let now = start;
  for (let number = 0; now - start < effort.secondsPerBlock * 1000; number += 1) {
    search(number % effort.peerQuestions);
    const end = performance.now();
    times.push(end - now);
    now = end;
  }
  return { sorted: Float64Array.from(times).sort(), seconds: (now - start) / 1000 };
}
