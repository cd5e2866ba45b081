import type { DocumentChunk, LineRectangle, PageRectangles } from "@quarry/sdk";
import { useEffect, useRef } from "react";
import { text } from "../text/text.ts";
import { beginning } from "./beginning.ts";
import { type Box, boundsOf, within } from "./box.ts";

const words = text.document;

/** The passages of a page of the original, each of them a button over its lines. */
export function PageMarks(props: {
  page: number;
  passages: readonly DocumentChunk[];
  /** Index of the chosen passage. */
  chosen: number | undefined;
  /** The passage whose lines to scroll to, unless they are in view. A new object scrolls again. */
  scrollTo: { readonly index: number } | undefined;
  onChoose: (passage: DocumentChunk) => void;
}) {
  const { page, passages, chosen, scrollTo, onChoose } = props;
  const marks = passages.flatMap((passage) => {
    const place = passage.metadata.rectangles?.find((each) => each.page === page);
    return place ? [{ passage, place }] : [];
  });
  if (marks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no group of fields.
    <div className="page-marks" role="group" aria-label={words.passagesOnPage}>
      {marks.map(({ passage, place }) => (
        <Mark
          key={passage.id}
          passage={passage}
          place={place}
          isChosen={passage.chunkIndex === chosen}
          scrollTo={passage.chunkIndex === scrollTo?.index ? scrollTo : undefined}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

function Mark(props: {
  passage: DocumentChunk;
  place: PageRectangles;
  isChosen: boolean;
  scrollTo: object | undefined;
  onChoose: (passage: DocumentChunk) => void;
}) {
  const { passage, place, isChosen, scrollTo, onChoose } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (scrollTo) button.current?.scrollIntoView({ block: "nearest" });
  }, [scrollTo]);
  const page: Box = [0, 0, place.width, place.height];
  const bounds = boundsOf(place.lines);
  return (
    <button
      ref={button}
      type="button"
      className="page-mark"
      aria-pressed={isChosen}
      aria-label={words.mark(beginning(passage.content), passage.chunkIndex + 1)}
      style={within(bounds, page)}
      onClick={() => onChoose(passage)}
    >
      {place.lines.map((line: LineRectangle, at) => (
        <span key={at} style={within(line, bounds)} />
      ))}
    </button>
  );
}
