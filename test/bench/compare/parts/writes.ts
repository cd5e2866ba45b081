import { makeShortDocuments, take } from "../corpus/passages.ts";
import { startGenerator } from "../load/generator.ts";
import { compare, type StagePart } from "./part.ts";
import { quarterLoad } from "./quarter-load.ts";

const DOCUMENTS_PER_SECOND = 20;
const SEED = 20;

/** Questions at a quarter of the most, idle and while documents come into the same space. */
export const writes: StagePart = {
  name: "writes",
  async measure(context, { quarry, spaceId, size }) {
    const { effort, sources } = context;
    const contender = await quarterLoad(context, quarry, spaceId, effort.secondsPerBlock);
    const options = { turns: 3, seconds: effort.openLoopSeconds, warmUpSeconds: 1 };
    const place = { part: "writes", size };
    await compare(context, place, [{ ...contender, line: "nothing comes in" }], options);

    // Writers come as a block's seconds plus its turns; more are prepared than are sent.
    const documents = Math.ceil(DOCUMENTS_PER_SECOND * (options.turns * options.seconds + 10));
    const writer = startGenerator();
    const bodies = await context.writeLines(
      "uploads",
      Array.from(take(makeShortDocuments(sources, SEED), documents), ({ filename, content }) =>
        JSON.stringify({ spaceId, filename, content }),
      ),
    );
    const upload = {
      ...{ kind: "http" as const, origin: quarry.origin, method: "POST", path: "/api/documents" },
      ...{ headers: quarry.headers, bodies, expected: '"status"' },
    };
    const stream = writer.run({
      ...{ target: upload, connections: 16, from: 0, rate: DOCUMENTS_PER_SECOND },
      until: { seconds: options.turns * options.seconds + 2 },
    });
    const line = `${DOCUMENTS_PER_SECOND} documents/s come in`;
    try {
      await Promise.all([stream, compare(context, place, [{ ...contender, line }], options)]);
    } finally {
      writer.stop();
    }
  },
};
