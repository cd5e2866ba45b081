import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty } from "../components/states.tsx";
import { spacesQuery } from "../spaces/space-queries.ts";
import { text } from "../text/text.ts";
import { AskSettings } from "./ask-settings.tsx";
import { AskedAnswer } from "./asked-answer.tsx";
import { ComparedAnswers } from "./compared-answers.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import { type Question, questionOf, questionQuery } from "./question.ts";
import { WhyNot } from "./why-not.tsx";

const words = text.playground;
const route = getRouteApi("/playground");
/** What is read again when the same question is asked again. */
const ANSWERED = ["question", "document", "why-not"];

/** A question to spaces, with one or two settings in the address, so that it can be shared. */
export function PlaygroundPage() {
  const { quarry } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const spaces = useQuery(spacesQuery(quarry, "active")).data ?? [];
  const question = questionOf(search);
  const otherQuestion = search.second && questionOf(search, search.second);
  const asked = useAnswer(question);
  const askedOtherwise = useAnswer(otherQuestion);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!field.current || search.q === undefined) return;
    field.current.value = search.q;
    // What differs from the default value was typed and not asked.
    field.current.defaultValue = search.q;
  }, [search.q]);

  const change = useCallback(
    (changes: PlaygroundSearch) =>
      void navigate({ to: ".", search: (old) => ({ ...old, ...changes }), replace: true }),
    [navigate],
  );
  const ask = (event?: FormEvent) => {
    event?.preventDefault();
    const q = field.current?.value.trim();
    if (q === search.q) {
      for (const key of ANSWERED) void queries.invalidateQueries({ queryKey: [key] });
    } else void navigate({ to: ".", search: (old) => ({ ...old, q: q || undefined }) });
  };

  function answers() {
    if (!question) return <Empty icon="spark" title={words.empty} hint={words.emptyHint} />;
    const first = { asked, question };
    if (!search.second || !otherQuestion) return <AskedAnswer {...first} />;
    return <ComparedAnswers first={first} second={{ asked: askedOtherwise, question: otherQuestion }} />;
  }

  return (
    <>
      <PageHeader title={text.nav.playground} hint={words.hint} />
      <form className="panel ask" onSubmit={ask}>
        <div className="ask-row">
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={words.question}
            placeholder={words.placeholder}
            maxLength={10_000}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
                event.preventDefault();
                ask();
              }
            }}
          />
          <button
            type="submit"
            className="button primary"
            disabled={asked.isFetching || askedOtherwise.isFetching}
          >
            <Icon name="search" />
            {words.ask}
          </button>
        </div>
        <AskSettings search={search} spaces={spaces} onChange={change} />
      </form>
      {answers()}
      {question && (
        <WhyNot
          search={search}
          spaces={spaces}
          first={asked}
          second={search.second && askedOtherwise}
          onChange={change}
        />
      )}
    </>
  );
}

/** Asks a question. Its answer stays until the one to the next question is there. */
function useAnswer(question: Question | undefined) {
  const { person } = useMe();
  return useQuery({
    ...questionQuery(person.organization?.id, question),
    placeholderData: keepPreviousData,
  });
}
