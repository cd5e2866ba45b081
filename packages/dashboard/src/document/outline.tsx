import type { OutlineHeading } from "@quarry/sdk";
import { useWide } from "../components/use-wide.ts";
import { text } from "../text/text.ts";

const words = text.document;

interface OutlineProps {
  readonly headings: readonly OutlineHeading[];
  readonly onChoose: (heading: OutlineHeading) => void;
}

/** The headings of a document as a tree, closed at first in a narrow window. A click goes to the first passage below a heading. */
export function Outline(props: OutlineProps) {
  const isWide = useWide();
  if (props.headings.length === 0) return null;
  return (
    <nav className="outline" aria-label={words.outline}>
      {isWide ? (
        <>
          <h2>{words.outline}</h2>
          <Headings {...props} />
        </>
      ) : (
        <details>
          <summary>{words.outline}</summary>
          <Headings {...props} />
        </details>
      )}
    </nav>
  );
}

function Headings({ headings, onChoose }: OutlineProps) {
  return (
    <ul>
      {headings.map((heading) => (
        <li key={heading.start}>
          <button type="button" className="outline-link" onClick={() => onChoose(heading)}>
            <bdi>{heading.title}</bdi>
          </button>
          {heading.children.length > 0 && <Headings headings={heading.children} onChoose={onChoose} />}
        </li>
      ))}
    </ul>
  );
}
