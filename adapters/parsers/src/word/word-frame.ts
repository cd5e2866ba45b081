import type { FlowBlock } from "../flow/flow-block.ts";
import { type FlowText, flowText } from "../flow/flow-text.ts";

/** A stream of paragraphs: the body, a header, a note or a text box. */
export interface WordFrame {
  readonly flow: FlowText;
  /** The properties of the open paragraph. */
  style: string | undefined;
  outline: number | undefined;
  list: string | undefined;
  listLevel: number | undefined;
  /** True if the paragraph is a large first letter, which the next paragraph continues. */
  isInitial: boolean;
  inRun: boolean;
  isHidden: boolean;
  /** Columns without a cell before the next one. */
  gap: number;
  /** The description of the open drawing. */
  description: string;
  /** Receives the blocks when the frame ends. */
  end(): void;
}

/** Creates a frame that passes its blocks on when it ends. */
export function collectingFrame(end: (blocks: FlowBlock[]) => void): WordFrame {
  const blocks: FlowBlock[] = [];
  return frame(
    flowText((block) => blocks.push(block)),
    () => end(blocks),
  );
}

/** Creates a frame that passes each block on when it is complete. */
export function streamingFrame(sink: (block: FlowBlock) => void): WordFrame {
  return frame(flowText(sink), () => {});
}

function frame(flow: FlowText, end: () => void): WordFrame {
  return {
    flow,
    style: undefined,
    outline: undefined,
    list: undefined,
    listLevel: undefined,
    isInitial: false,
    inRun: false,
    isHidden: false,
    gap: 0,
    description: "",
    end() {
      flow.finish();
      end();
    },
  };
}
