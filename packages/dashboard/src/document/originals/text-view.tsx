import type { Document, DocumentChunk } from "@quarry/sdk";
import { useEffect, useRef } from "react";
import { text } from "../../text/text.ts";
import { decodeText } from "./decode-text.ts";
import { type Place, placeOf } from "./place-of.ts";
import { type Bytes, ReadOriginal } from "./read-original.tsx";

const MAX_BYTES = 500_000;
const NOWHERE: Place = { start: 0, end: 0 };

/** A file of text, with the chosen passage marked. */
export function TextView({ document, passage }: { document: Document; passage: DocumentChunk | undefined }) {
  return (
    <ReadOriginal document={document} maxBytes={MAX_BYTES} read={readLines}>
      {(content) => <MarkedText label={document.filename} content={content} passage={passage} />}
    </ReadOriginal>
  );
}

/** With line ends as in the passages. */
function readLines(bytes: Bytes): string {
  return decodeText(bytes).replaceAll("\r\n", "\n");
}

function MarkedText(props: { label: string; content: string; passage: DocumentChunk | undefined }) {
  const { label, content, passage } = props;
  const box = useRef<HTMLElement>(null);
  const mark = useRef<HTMLElement>(null);
  const { start, end } = (passage && placeOf(content, passage)) ?? NOWHERE;

  // Scrolls the box alone: the page stays where it is.
  useEffect(() => {
    const [outer, inner] = [box.current, mark.current];
    if (outer && inner && end > start) outer.scrollTop = inner.offsetTop - outer.clientHeight / 4;
  }, [start, end]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached and scrolled by keyboard.
    <section ref={box} className="text-box" aria-label={`${text.document.original}: ${label}`} tabIndex={0}>
      <pre dir="auto">
        {content.slice(0, start)}
        {end > start && <mark ref={mark}>{content.slice(start, end)}</mark>}
        {content.slice(end)}
      </pre>
    </section>
  );
}
