import type { Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { questionOf, questionQuery } from "../playground/question.ts";
import { ResultCard } from "../playground/result-card.tsx";
import { TimingBar } from "../playground/timing-bar.tsx";
import { text } from "../text/text.ts";

const words = text.start;
const SHOWN = 3;

/** The first question, with its answer below it. */
export function FirstQuestion({ space }: { space: Space }) {
  const { person } = useMe();
  const [q, setQuestion] = useState<string>();
  const asked = useQuery(
    questionQuery(person.organization?.id, questionOf({ q, spaces: space.slug, topK: SHOWN })),
  );
  const results = asked.data?.answer.results ?? [];
  return (
    <>
      <form
        className="ask-row"
        onSubmit={(event) => {
          event.preventDefault();
          const asking = String(new FormData(event.currentTarget).get("question")).trim();
          if (asking === q) void asked.refetch();
          else setQuestion(asking || undefined);
        }}
      >
        <input
          name="question"
          aria-label={text.playground.question}
          placeholder={words.questionHint}
          dir="auto"
          maxLength={10_000}
          autoComplete="off"
        />
        <button type="submit" className="button primary" disabled={asked.isFetching}>
          <Icon name="search" />
          {text.playground.ask}
        </button>
      </form>
      {q !== undefined && asked.isPending && <Loading rows={2} />}
      {!asked.data && asked.isError && <Problem error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.data && (
        <>
          <TimingBar totalMs={asked.data.totalMs} stages={asked.data.stages} />
          {results.length === 0 && (
            <p className="notice" dir="auto">
              {asked.data.answer.noResults?.message ?? text.playground.nothingHint}
            </p>
          )}
          <ol className="results">
            {results.map((result, at) => (
              <ResultCard key={result.chunk.id} result={result} rank={at + 1} question={q ?? ""} />
            ))}
          </ol>
          <WhatNext space={space} question={q ?? ""} />
        </>
      )}
    </>
  );
}

function WhatNext({ space, question }: { space: Space; question: string }) {
  const { may } = useMe();
  return (
    <nav className="what-next" aria-label={words.next}>
      <h3>{words.next}</h3>
      <ul>
        <li>
          <Link to="/playground" search={{ q: question, spaces: space.slug }}>
            {words.toPlayground}
          </Link>
        </li>
        <li>
          <Link to="/spaces/$spaceId" params={{ spaceId: space.slug }}>
            {words.toSpace}
          </Link>
        </li>
        <li>
          <Link to="/assistants">{words.toAssistants}</Link>
        </li>
        {may("apikeys:write") && (
          <li>
            <Link to="/keys">{words.toKeys}</Link>
          </li>
        )}
        {may("apikeys:write") && (
          <li>
            <Link to="/people">{words.toPeople}</Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
