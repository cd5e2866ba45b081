import type { OutlineHeading } from "@quarry/sdk";
import { text } from "../text/text.ts";

/** The headings of a document as a tree. A click goes to the first passage below a heading. */
export function Outline(props: { headings: readonly OutlineHeading[]; onChoose: (passage: number) => void }) {
  if (props.headings.length === 0) return null;
  return (
    <nav className="outline" aria-label={text.document.outline}>
      <h2>{text.document.outline}</h2>
      <Headings {...props} />
    </nav>
  );
}

function Headings(props: { headings: readonly OutlineHeading[]; onChoose: (passage: number) => void }) {
  const { headings, onChoose } = props;
  return (
    <ul>
      {headings.map(({ title, start, firstChunk, children }) => (
        <li key={start}>
          <button type="button" className="outline-link" onClick={() => onChoose(firstChunk)}>
            <bdi>{title}</bdi>
          </button>
          {children.length > 0 && <Headings headings={children} onChoose={onChoose} />}
        </li>
      ))}
    </ul>
  );
}
