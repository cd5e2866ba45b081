import type { Contender } from "../load/in-turn.ts";
import { chromaTarget, quarryTarget, questionsOf } from "../servers/questions.ts";
import { contentsOf, recallOnStage } from "../servers/stage-recall.ts";
import { compare, connectionsText, type StagePart } from "./part.ts";

/** A field with equally frequent values per share of documents. Questions take the values in turn. */
const FILTERS = [
  { share: "1 %", where: (number: number) => ({ hundredth: number % 100 }) },
  { share: "10 %", where: (number: number) => ({ tenth: number % 10 }) },
  { share: "50 %", where: (number: number) => ({ half: number % 2 }) },
] as const;
const MODES = ["hybrid", "vector"] as const;
const CONNECTIONS = [1, 8];

/** Questions with a filter by metadata, beside Chroma's `where`. */
export const filters: StagePart = {
  name: "filters",
  async measure(context, stage) {
    const { quarry, spaceId, chroma, size } = stage;
    const { texts, vectors } = await questionsOf(context);
    for (const { share, where } of FILTERS) {
      const bodyOf = (mode: string) => (number: number) => ({
        spaceIds: spaceId,
        mode,
        metadata: where(number),
      });
      const recall = await recallOnStage(context, stage, where, (number) =>
        contentsOf(quarry, { query: texts[number], ...bodyOf("vector")(number) }),
      );
      const targets = await Promise.all(MODES.map((mode) => quarryTarget(context, quarry, bodyOf(mode))));
      const peer = chroma && {
        processes: chroma.server.processes,
        target: await chromaTarget(context, chroma.server, where),
        recall: await recallOnStage(context, stage, where, (number) =>
          chroma.server.query(vectors.at(number), where(number)),
        ),
      };
      for (const connections of CONNECTIONS) {
        const line = (mode: string) => `${mode}, filter of ${share}, ${connectionsText(connections)}`;
        const contenders: Contender[] = targets.map((target, at) => ({
          ...{ side: "quarry", line: line(MODES[at] as string), job: { target, connections } },
          processes: quarry.processes,
          ...(MODES[at] === "vector" ? { recall } : {}),
        }));
        if (peer)
          contenders.push({
            ...{ side: "chroma", line: line("vector"), job: { target: peer.target, connections } },
            ...{ processes: peer.processes, recall: peer.recall },
          });
        await compare(context, { part: "filters", size }, contenders);
      }
    }
  },
};
