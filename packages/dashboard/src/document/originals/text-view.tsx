import type { Document, DocumentChunk } from "@quarry/sdk";
import { memo, type RefObject, useEffect, useRef } from "react";
import { text } from "../../text/text.ts";
import { decodeText } from "./decode-text.ts";
import { placeOf } from "./place-of.ts";
import { type Bytes, ReadOriginal } from "./read-original.tsx";
import { placeWithin, type TextBlock, textBlocks } from "./text-blocks.ts";

const MAX_BYTES = 500_000;

interface Content {
  readonly whole: string;
  readonly blocks: readonly TextBlock[];
}

/** A file of text, with the chosen passage marked. */
export function TextView({ document, passage }: { document: Document; passage: DocumentChunk | undefined }) {
  return (
    <ReadOriginal document={document} maxBytes={MAX_BYTES} read={readContent}>
      {(content) => <MarkedText label={document.filename} content={content} passage={passage} />}
    </ReadOriginal>
  );
}

/** With line ends as in the passages. */
function readContent(bytes: Bytes): Content {
  const whole = decodeText(bytes).replaceAll("\r\n", "\n");
  return { whole, blocks: textBlocks(whole) };
}

function MarkedText(props: { label: string; content: Content; passage: DocumentChunk | undefined }) {
  const { label, content, passage } = props;
  const box = useRef<HTMLElement>(null);
  const mark = useRef<HTMLElement>(null);
  const place = passage && placeOf(content.whole, passage);
  const marks = content.blocks.map((block) => place && placeWithin(block, place));
  const first = marks.findIndex((marked) => marked !== undefined);
  const { start } = place ?? {};

  // Scrolls the box alone: the page stays where it is.
  useEffect(() => {
    const [outer, inner] = [box.current, mark.current];
    if (!outer || !inner || start === undefined) return;
    const below = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top;
    outer.scrollTop += below - outer.clientHeight / 4;
  }, [start]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached and scrolled by keyboard.
    <section ref={box} className="text-box" aria-label={`${text.document.original}: ${label}`} tabIndex={0}>
      <pre dir="auto">
        {content.blocks.map((block, at) => (
          <Block
            key={block.start}
            block={block}
            from={marks[at]?.start}
            to={marks[at]?.end}
            mark={at === first ? mark : undefined}
          />
        ))}
      </pre>
    </section>
  );
}

/** Some lines, with a part of them marked. It is drawn when that part changes. */
const Block = memo(function Block(props: {
  block: TextBlock;
  from: number | undefined;
  to: number | undefined;
  mark: RefObject<HTMLElement | null> | undefined;
}) {
  const { block, from, to, mark } = props;
  const { content, lineCount } = block;
  return (
    <span className="text-block" style={{ containIntrinsicBlockSize: `auto ${lineCount}lh` }}>
      {content.slice(0, from)}
      {from !== undefined && (
        <>
          <mark ref={mark}>{content.slice(from, to)}</mark>
          {content.slice(to)}
        </>
      )}
    </span>
  );
});
