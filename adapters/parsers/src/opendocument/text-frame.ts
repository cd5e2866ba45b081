import type { FlowBlock } from "../flow/flow-block.ts";
import { type FlowText, flowText } from "../flow/flow-text.ts";

/** A list that is open. */
interface OpenList {
  readonly style: string | undefined;
  /** The number of the next item. */
  number: number;
  /** True until the first paragraph of the item: only that one has a mark. */
  isNewItem: boolean;
  /** Lists and their headers can hold paragraphs that are no items. */
  isInItem: boolean;
}

/** A stream of paragraphs: the body, a header, a note or a text box. */
export interface OdtFrame {
  readonly flow: FlowText;
  readonly lists: OpenList[];
  /** The level of the open heading. */
  level: number | undefined;
  style: string | undefined;
  inParagraph: boolean;
  /** Receives the blocks when the frame ends. */
  end(): void;
}

/** Creates a frame that passes its blocks on when it ends. */
export function odtFrame(end: (blocks: FlowBlock[]) => void): OdtFrame {
  const blocks: FlowBlock[] = [];
  return streamingOdtFrame(
    (block) => blocks.push(block),
    () => end(blocks),
  );
}

/** Creates a frame that passes each block on when it is complete. */
export function streamingOdtFrame(sink: (block: FlowBlock) => void, end: () => void = () => {}): OdtFrame {
  const flow = flowText(sink);
  return {
    flow,
    lists: [],
    level: undefined,
    style: undefined,
    inParagraph: false,
    end() {
      flow.finish();
      end();
    },
  };
}
