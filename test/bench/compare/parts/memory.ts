import { settledBytes } from "../servers/stage.ts";
import type { StagePart } from "./part.ts";

/** Memory of all processes of a server, empty and filled: their proportional set size, after a pause. */
export const memory: StagePart = {
  name: "memory",
  async measure(context, { size, corpus, quarry, filling, chroma }) {
    const raw = [corpus.rawBytes];
    const place = { part: "memory", size };
    const quarryBytes = await settledBytes(context, quarry.processes());
    await context.record({
      ...place,
      line: "empty",
      side: "quarry",
      blocks: { bytes: [filling.emptyBytes] },
    });
    await context.record({ ...place, line: "filled", side: "quarry", blocks: { bytes: [quarryBytes], raw } });
    if (!chroma) return;
    const { server } = chroma;
    const empty = [chroma.filling.emptyBytes];
    const bytes = [await settledBytes(context, server.processes())];
    await context.record({ ...place, line: "empty", side: "chroma", blocks: { bytes: empty } });
    await context.record({ ...place, line: "filled", side: "chroma", blocks: { bytes, raw } });
  },
};
