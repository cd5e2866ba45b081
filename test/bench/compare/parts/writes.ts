import { makeShortDocuments, take } from "../corpus/passages.ts";
import { startGenerator } from "../load/generator.ts";
import { measureInTurn } from "../load/in-turn.ts";
import { spreadOf } from "../results/statistics.ts";
import { quarryTarget } from "../servers/questions.ts";
import { compare, type StagePart } from "./part.ts";

const DOCUMENTS_PER_SECOND = 20;
const CONNECTIONS = 64;
const QUESTIONS_AT = 8;
const SHARE = 0.25;
const SEED = 20;

/** Questions at a quarter of the most, idle and while documents come into the same space. */
export const writes: StagePart = {
  name: "writes",
  async measure(context, { quarry, spaceId, size }) {
    const { effort, generator, sources } = context;
    const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
    const contender = { side: "quarry", line: "", processes: quarry.processes } as const;
    const [most] = await measureInTurn(
      generator,
      [{ ...contender, job: { target, connections: QUESTIONS_AT } }],
      { turns: 3, seconds: effort.secondsPerBlock, warmUpSeconds: effort.secondsPerBlock },
    );
    const rate = SHARE * spreadOf(most?.blocks.perSecond ?? []).median;
    const job = { target, connections: CONNECTIONS, rate };
    const options = { turns: 3, seconds: effort.openLoopSeconds, warmUpSeconds: 1 };
    const place = { part: "writes", size };
    await compare(context, place, [{ ...contender, line: "nothing comes in", job }], options);

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
      await Promise.all([stream, compare(context, place, [{ ...contender, line, job }], options)]);
    } finally {
      writer.stop();
    }
  },
};
