import type { QueryResult } from "@quarry/sdk";
import { preciseScore } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.whyNot;

type Scored = Pick<QueryResult, "similarity" | "scores" | "explanation">;

/** The scores of a document's best passage beside the last result's. */
export function WhyNotScores(props: {
  best: Scored;
  /** The score that the model gives the best passage; undefined without reranking. */
  modelScore: number | undefined;
  /** The last result and its place; undefined without results. */
  last: { readonly result: Scored; readonly place: number } | undefined;
}) {
  const { best, modelScore, last } = props;
  const hasModel = modelScore !== undefined || typeof last?.result.scores.rerank === "number";
  return (
    <table className="small-table number">
      <caption className="visually-hidden">{words.scores}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{text.playground.similarity}</th>
          <th scope="col">{words.byWords}</th>
          <th scope="col">{words.byMeaning}</th>
          {hasModel && <th scope="col">{words.byModel}</th>}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{words.best}</th>
          <Legs scored={best} />
          {hasModel && <td>{shown(modelScore)}</td>}
        </tr>
        {last && (
          <tr>
            <th scope="row">{words.last(last.place)}</th>
            <Legs scored={last.result} />
            {hasModel && <td>{shown(last.result.scores.rerank)}</td>}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The similarity, and what each of the two searches adds to it. */
function Legs({ scored: { similarity, scores, explanation } }: { scored: Scored }) {
  const { lexical, vector } = explanation?.contributions ?? {};
  return (
    <>
      <td>{shown(similarity)}</td>
      <td>{shown(scores.lexical === null ? undefined : lexical)}</td>
      <td>{shown(scores.vector === null ? undefined : vector)}</td>
    </>
  );
}

function shown(value: number | null | undefined): string {
  return typeof value === "number" ? preciseScore(value) : "–";
}
