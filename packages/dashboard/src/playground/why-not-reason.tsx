import type { Metadata } from "@quarry/sdk";
import type { Filter } from "../filter/filter.ts";
import { valueFor } from "../filter/filter-conditions.ts";
import { preciseScore } from "../text/format.ts";
import { readingText } from "../text/reading-text.ts";
import { text } from "../text/text.ts";
import type { Reason } from "./why-not-reasons.ts";

const words = text.whyNot;
const SHOWN_CHARS = 300;

/** A reason in words. @param metadata The document's, which the filter compares. */
export function WhyNotReason({ reason, metadata }: { reason: Reason; metadata: Metadata }) {
  switch (reason.kind) {
    case "found":
      return <p>{words.foundAt(reason.place)}</p>;
    case "failed":
      return (
        <p>
          {words.failed} <bdi>{readingText(reason.message)}</bdi>
        </p>
      );
    case "filter":
      return (
        <>
          <p>{words.filter}</p>
          <ul className="excluding">
            {reason.conditions.map((condition) => (
              <Excluding key={JSON.stringify(condition)} condition={condition} metadata={metadata} />
            ))}
          </ul>
        </>
      );
    case "threshold":
      return <p>{words.threshold(preciseScore(reason.similarity), preciseScore(reason.threshold))}</p>;
    case "place":
      return <p>{words.place(preciseScore(reason.score), preciseScore(reason.last))}</p>;
    case "model":
      return <p>{words.model(preciseScore(reason.score), preciseScore(reason.last))}</p>;
    default:
      return <p>{words.reasons[reason.kind]}</p>;
  }
}

/** A condition that excludes a document, with what the document has in its place. */
function Excluding({ condition, metadata }: { condition: Filter; metadata: Metadata }) {
  const value = valueFor(condition, metadata);
  return (
    <li>
      <code>{JSON.stringify(condition).slice(0, SHOWN_CHARS)}</code> {value === undefined && words.lacksField}
      {typeof value === "string" && (
        <>
          {words.hasValue} <code>{value.slice(0, SHOWN_CHARS)}</code>
        </>
      )}
    </li>
  );
}
