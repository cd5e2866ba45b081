import type { DocumentChunk } from "@quarry/sdk";
import { Place } from "../components/place.tsx";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.document;

/** A passage of a document. */
export function Passage(props: { passage: DocumentChunk; isChosen: boolean; onChoose: () => void }) {
  const { passage, isChosen, onChoose } = props;
  const { chunkIndex, content, metadata } = passage;
  const { headings, page, slide, sheet } = metadata as {
    headings?: string[];
    page?: number | null;
    slide?: number;
    sheet?: string;
  };
  const place = [
    ...(headings ?? []),
    ...(page ? [text.playground.page(page)] : []),
    ...(slide ? [words.slide(slide)] : []),
    ...(sheet ? [words.sheet(sheet)] : []),
  ];
  return (
    <article className={isChosen ? "passage chosen" : "passage"}>
      <button
        type="button"
        className="passage-number number"
        aria-pressed={isChosen}
        aria-label={words.choosePassage(chunkIndex + 1)}
        onClick={onChoose}
      >
        {integer(chunkIndex + 1)}
      </button>
      <div className="passage-main">
        <Place parts={place} />
        <p className="passage-text" dir="auto">
          {content}
        </p>
      </div>
    </article>
  );
}
