import type { ItemExplanation } from "@quarry/sdk";
import { score } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.playground;

/** How similar a passage is, and how much of it comes from words and from meaning. */
export function ScoreBars(props: { similarity: number | null; explanation: ItemExplanation | undefined }) {
  const { similarity, explanation } = props;
  const { lexical = 0, vector = 0 } = explanation?.contributions ?? {};
  const sum = lexical + vector;
  const length = similarity ?? 0;
  const share = (part: number) => `${(sum > 0 ? (part / sum) * length : 0) * 100}%`;
  return (
    <div className="scores">
      <span className="score number" title={words.similarity}>
        <span className="visually-hidden">{words.similarity} </span>
        {similarity === null ? "–" : score(similarity)}
      </span>
      <div className="score-bar" aria-hidden="true">
        <span className="by-words" style={{ width: share(lexical) }} />
        <span className="by-meaning" style={{ width: share(vector) }} />
      </div>
      {explanation && (
        <span className="faint number score-parts">
          {words.byWords} {score(lexical)} · {words.byMeaning} {score(vector)}
        </span>
      )}
    </div>
  );
}
