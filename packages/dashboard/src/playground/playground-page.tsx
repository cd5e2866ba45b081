import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { spacesQuery } from "../spaces/space-queries.ts";
import { text } from "../text/text.ts";
import { Answer } from "./answer.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import { questionOf, questionQuery } from "./question.ts";
import { Settings } from "./settings.tsx";

const words = text.playground;
const route = getRouteApi("/playground");

/** A question to spaces, with its settings in the address, so that it can be shared. */
export function PlaygroundPage() {
  const { quarry, person } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const spaces = useQuery(spacesQuery(quarry, "active"));
  const question = questionOf(search);
  const asked = useQuery({
    ...questionQuery(person.organization?.id, question),
    placeholderData: keepPreviousData,
  });
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
    if (q === search.q) void asked.refetch();
    else void navigate({ to: ".", search: (old) => ({ ...old, q: q || undefined }) });
  };

  function content() {
    if (!question) return <Empty icon="spark" title={words.empty} hint={words.emptyHint} />;
    if (asked.data)
      return (
        <div className={asked.isFetching ? "answer stale" : "answer"} aria-busy={asked.isFetching}>
          <Answer answered={asked.data} question={question} />
        </div>
      );
    if (asked.isError) return <Problem error={asked.error} onRetry={() => void asked.refetch()} />;
    return <Loading rows={4} />;
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
          <button type="submit" className="button primary" disabled={asked.isFetching}>
            <Icon name="search" />
            {words.ask}
          </button>
        </div>
        <Settings search={search} spaces={spaces.data ?? []} onChange={change} />
      </form>
      {content()}
    </>
  );
}
