import type { QueryResult } from "@quarry/sdk";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Place } from "../components/place.tsx";
import { SaveGolden } from "../evaluations/save-golden.tsx";
import { integer, list, score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { DifferenceMark } from "./difference-mark.tsx";
import type { Difference } from "./differences.ts";
import { Highlighted } from "./highlighted.tsx";
import { PageThumbnail } from "./page-thumbnail.tsx";
import { placeParts } from "./place-parts.ts";
import { ScoreBars } from "./score-bars.tsx";

const words = text.playground;

/** A passage that was found: where it stands, its text with the words of the question, and why it has its rank. */
export function ResultCard(props: {
  result: QueryResult<Record<string, unknown>>;
  rank: number;
  question: string;
  difference?: Difference | undefined;
}) {
  const { result, rank, question, difference } = props;
  const { chunk, document, space, similarity, scores, explanation, highlights = [] } = result;
  const { may } = useMe();
  const [isSaving, setSaving] = useState(false);
  return (
    <li className="result">
      <PageThumbnail result={result} />
      <div className="result-head">
        <span className="result-rank number" aria-hidden="true">
          {integer(rank)}
        </span>
        <h3 className="result-title" dir="auto">
          <Link
            to="/spaces/$spaceId/documents/$documentId"
            params={{ spaceId: space.id, documentId: document.id }}
            search={{ passage: chunk.chunkIndex }}
          >
            {document.filename}
          </Link>
        </h3>
        <span className="badge name" dir="auto">
          {space.name}
        </span>
        {difference && <DifferenceMark difference={difference} />}
        <ScoreBars similarity={similarity} explanation={explanation} />
      </div>
      <Place parts={placeParts(result)} />
      <p className="result-text" dir="auto">
        <Highlighted content={chunk.content} places={highlights} />
      </p>
      {explanation && (
        <details className="result-why">
          <summary>{words.why}</summary>
          <ul>
            {explanation.terms.map(({ term, matched, how }) => (
              <li key={term}>
                <strong>
                  <bdi>{term}</bdi>
                </strong>{" "}
                {words.matched[how](list(matched))}
              </li>
            ))}
            {explanation.missing.length > 0 && <li>{words.missing(list(explanation.missing))}</li>}
            <li className="number">
              {words.scores(
                scores.lexical === null ? "–" : score(scores.lexical),
                scores.vector === null ? "–" : score(scores.vector),
              )}
            </li>
          </ul>
        </details>
      )}
      {may("spaces:write") && (
        <button
          type="button"
          className="button quiet small result-save"
          aria-label={`${text.evaluations.save}: ${document.filename}`}
          onClick={() => setSaving(true)}
        >
          <Icon name="target" size={16} />
          {text.evaluations.save}
        </button>
      )}
      {isSaving && (
        <SaveGolden
          spaceId={space.id}
          question={question}
          filename={document.filename}
          onClose={() => setSaving(false)}
        />
      )}
    </li>
  );
}
