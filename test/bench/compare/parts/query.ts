import type { Contender } from "../load/in-turn.ts";
import { chromaTarget, quarryTarget, questionsOf } from "../servers/questions.ts";
import { contentsOf, recallOnStage } from "../servers/stage-recall.ts";
import { compare, connectionsText, type StagePart } from "./part.ts";

const MODES = ["hybrid", "lexical", "vector"] as const;

/** Distinct questions on one space in each mode, beside Chroma's vector search. */
export const query: StagePart = {
  name: "query",
  async measure(context, stage) {
    const { quarry, spaceId, chroma, size } = stage;
    const { texts, vectors } = await questionsOf(context);
    const everything = () => undefined;
    const asQuarry = (number: number) =>
      contentsOf(quarry, { query: texts[number], spaceIds: spaceId, mode: "vector" });
    const recall = chroma && (await recallOnStage(context, stage, everything, asQuarry));
    const peerRecall =
      chroma &&
      (await recallOnStage(context, stage, everything, (number) => chroma.server.query(vectors.at(number))));
    const targets = await Promise.all(
      MODES.map((mode) => quarryTarget(context, quarry, () => ({ spaceIds: spaceId, mode }))),
    );
    const peer = chroma ? await chromaTarget(context, chroma.server) : undefined;
    let { warmUpSeconds } = context.effort;
    for (const connections of context.effort.connections) {
      const line = (mode: string) => `${mode}, ${connectionsText(connections)}`;
      const contenders: Contender[] = targets.map((target, at) => ({
        ...{ side: "quarry", line: line(MODES[at] as string), job: { target, connections } },
        processes: quarry.processes,
        ...(MODES[at] === "vector" && recall !== undefined ? { recall } : {}),
      }));
      if (chroma && peer && peerRecall !== undefined)
        contenders.push({
          ...{ side: "chroma", line: line("vector"), job: { target: peer, connections } },
          ...{ processes: chroma.server.processes, recall: peerRecall },
        });
      await compare(context, { part: "query", size }, contenders, { warmUpSeconds });
      warmUpSeconds = 1;
    }
  },
};
