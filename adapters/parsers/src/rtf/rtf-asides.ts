import { type FlowBlock, flatTexts } from "../flow/flow-block.ts";
import { type RtfFlow, rtfFlow } from "./rtf-flow.ts";

/** Notes inside notes. Deeper text stays in the stream around it, so that reading takes linear time. */
const MAX_DEPTH = 20;

/** Keeps the streams of text that a file mixes: body, notes, headers, footers and text boxes. */
export interface RtfAsides {
  /** The stream that text belongs to now. */
  readonly flow: RtfFlow;
  /** Starts the stream that a control word names. Call the result at its end. */
  start(name: string): () => void;
  /** Returns the blocks of the file: each header once, the body, each footer once. */
  finish(): FlowBlock[];
}

/** Creates the streams of a file. */
export function rtfAsides(): RtfAsides {
  const body = rtfFlow();
  const headers = new Map<string, readonly FlowBlock[]>();
  const footers = new Map<string, readonly FlowBlock[]>();
  let flow = body;
  let notes = 0;
  let depth = 0;

  function keep(name: string, outer: RtfFlow, blocks: readonly FlowBlock[]): void {
    const text = flatTexts(blocks);
    if (name === "footnote") {
      notes += 1;
      if (text.trim() !== "") outer.defer([{ kind: "paragraph", text: `[${notes}] ${text}` }]);
    } else if (name.startsWith("header")) {
      headers.set(text, blocks);
    } else if (name.startsWith("footer")) {
      footers.set(text, blocks);
    } else {
      outer.defer(blocks);
    }
  }

  return {
    get flow() {
      return flow;
    },
    start(name) {
      if (depth >= MAX_DEPTH) return () => {};
      depth += 1;
      const outer = flow;
      const own = rtfFlow();
      flow = own;
      return () => {
        depth -= 1;
        own.finish();
        flow = outer;
        keep(name, outer, own.blocks);
      };
    },
    finish() {
      body.finish();
      return [...[...headers.values()].flat(), ...body.blocks, ...[...footers.values()].flat()];
    },
  };
}
