import type { BenchContext } from "../bench-context.ts";
import { embedAll, makeCorpus } from "../corpus/corpus.ts";
import type { Contender } from "../load/in-turn.ts";
import { startChromaServer } from "../servers/chroma.ts";
import { loadChroma } from "../servers/load-chroma.ts";
import { createSpace, loadQuarry } from "../servers/load-quarry.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import { chromaTarget, quarryTarget } from "../servers/questions.ts";
import { hundredChunks } from "./hundred.ts";
import { compare, connectionsText, type OwnPart } from "./part.ts";

const SPACES = 50;
const ASKED = 5;
/** Distance between the spaces of a question, so that all combinations differ. */
const STRIDE = 7;

/** Five spaces of fifty beside one collection, and a small space beside a bare handler. */
export const spaces: OwnPart = {
  name: "spaces",
  async measure(context, size) {
    const quarry = await startQuarry();
    try {
      await fiveOfFifty(context, quarry, size);
      await hundredChunks(context, quarry);
    } finally {
      await quarry.stop();
    }
  },
};

async function fiveOfFifty(context: BenchContext, quarry: QuarryServer, size: number): Promise<void> {
  const corpus = await makeCorpus(context.sources, size);
  const ids: string[] = [];
  for (let number = 0; number < SPACES; number += 1) ids.push(await createSpace(quarry, `Space ${number}`));
  const perSpace = Math.ceil(corpus.documents.length / SPACES);
  const idOf = (number: number) => ids[Math.floor(number / perSpace)] as string;
  context.say(`${SPACES} spaces: loading Quarry`);
  const placed = corpus.documents.map((document) => ({ ...document, spaceId: idOf(document.number) }));
  await loadQuarry(context, quarry, placed);
  const target = await quarryTarget(context, quarry, (number) => ({
    spaceIds: spacesOfQuestion(ids, number),
  }));
  const chroma = context.peersUpTo > 0 ? await startChromaServer() : undefined;
  try {
    if (chroma) {
      const texts = corpus.chunks.map(({ content }) => content);
      await loadChroma(chroma, corpus, await embedAll(texts, "vectors"));
    }
    const peer = chroma && (await chromaTarget(context, chroma));
    for (const connections of [1, 8]) {
      const line = `five spaces of fifty, ${connectionsText(connections)}`;
      const contenders: Contender[] = [
        { side: "quarry", line, processes: quarry.processes, job: { target, connections } },
      ];
      if (chroma && peer)
        contenders.push({
          ...{ side: "chroma", line, processes: chroma.processes, job: { target: peer, connections } },
        });
      const warmUpSeconds = connections === 1 ? context.effort.warmUpSeconds : 1;
      await compare(context, { part: "spaces", size }, contenders, { warmUpSeconds });
    }
  } finally {
    await chroma?.stop();
  }
}

/** The five spaces that a question asks. */
export function spacesOfQuestion(ids: readonly string[], number: number): string[] {
  return Array.from({ length: ASKED }, (_, at) => ids[(number + at * STRIDE) % ids.length] as string);
}
