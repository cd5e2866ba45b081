import type { ChunkingPreview, PreviewedChunk } from "@quarry/sdk";
import { Place } from "../components/place.tsx";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.spaces.settings.preview;

/** The passages of a preview, one after another, with their numbers and lengths. */
export function PreviewedChunks({ preview, isOld }: { preview: ChunkingPreview; isOld: boolean }) {
  const { count, currentCount, chunks, hasMore, readChars, isPartial } = preview;
  return (
    <>
      <p role="status">
        {count === 0 ? words.noText : words.counts(words.passages(count), integer(currentCount))}
        {isPartial && ` ${words.partial(integer(readChars))}`}
        {hasMore && ` ${words.more(integer(chunks.length))}`}
      </p>
      <ol className="cuts" aria-busy={isOld}>
        {chunks.map((chunk, at) => (
          <Cut key={chunk.start} chunk={chunk} number={at + 1} before={chunks[at - 1]} />
        ))}
      </ol>
    </>
  );
}

function Cut(props: { chunk: PreviewedChunk; number: number; before: PreviewedChunk | undefined }) {
  const { chunk, number, before } = props;
  const { start, content, headings, tokens } = chunk;
  const repeated = Math.max(0, (before?.end ?? start) - start);
  return (
    <li className="cut">
      <p className="cut-head">
        <span className="badge number">{integer(number)}</span>
        <span className="faint number">{words.tokens(tokens)}</span>
      </p>
      <Place parts={headings} />
      <p className="cut-text" dir="auto">
        {repeated > 0 && <mark title={words.repeated}>{content.slice(0, repeated)}</mark>}
        {content.slice(repeated)}
      </p>
    </li>
  );
}
