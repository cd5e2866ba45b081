import type { DocumentName } from "@quarry/sdk";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { documentQuery } from "../document/document-parts.ts";
import { text } from "../text/text.ts";
import type { PlaygroundSearch, QuestionSettings } from "./playground-search.ts";
import type { Answered } from "./question.ts";
import { WhyNotVerdict } from "./why-not-verdict.tsx";

/** Settings with their answer, which the place of a document is explained in. */
export interface ExplainedAnswer {
  /** Name of the settings, when there are two. */
  readonly name: string | undefined;
  readonly settings: QuestionSettings;
  readonly asked: UseQueryResult<Answered>;
}

/** The chosen document, with its place in each answer. */
export function ExplainedDocument(props: {
  name: DocumentName;
  search: PlaygroundSearch;
  answers: readonly ExplainedAnswer[];
  /** Whether a space was asked. */
  isAsked: (spaceId: string) => boolean;
  onClose: () => void;
}) {
  const { name, search, answers, isAsked, onClose } = props;
  const { quarry } = useMe();
  const { data: document, isError, error, refetch } = useQuery(documentQuery(quarry, name));
  return (
    <div className="explained">
      <div className="panel-head">
        {document && (
          <h3 className="result-title" dir="auto">
            <Link
              to="/spaces/$spaceId/documents/$documentId"
              params={{ spaceId: document.spaceId, documentId: document.id }}
            >
              {document.filename}
            </Link>
          </h3>
        )}
        <button
          type="button"
          className="button quiet square small explained-close"
          aria-label={text.whyNot.close}
          onClick={onClose}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
      {!document && isError && <Problem error={error} onRetry={() => void refetch()} />}
      {!document && !isError && <Loading rows={2} />}
      {document && (
        <div className={answers.length > 1 ? "compare" : undefined}>
          {answers.map(({ name: ofSettings, settings, asked }, at) => {
            const results = resultsOf(asked);
            if (!results) return asked.isError ? null : <Loading key={at} rows={1} />;
            const found = { document, settings, results, isAsked: isAsked(document.spaceId) };
            return <WhyNotVerdict key={at} q={search.q ?? ""} name={ofSettings} {...found} />;
          })}
        </div>
      )}
    </div>
  );
}

/** Undefined while the results still answer the previous question. */
function resultsOf({ data, isPlaceholderData }: UseQueryResult<Answered>) {
  return data && !isPlaceholderData ? (data.answer.results ?? []) : undefined;
}
