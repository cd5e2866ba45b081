import type { Space } from "@quarry/sdk";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { text } from "../text/text.ts";
import { askedSpaces } from "./asked-spaces.ts";
import { DocumentPicker } from "./document-picker.tsx";
import { type ExplainedAnswer, ExplainedDocument } from "./explained-document.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import type { Answered } from "./question.ts";

const words = text.whyNot;

/** Explains why a chosen document is not among the results. */
export function WhyNot(props: {
  search: PlaygroundSearch;
  spaces: readonly Space[];
  first: UseQueryResult<Answered>;
  /** The answer of the second settings, when there are two. */
  second: UseQueryResult<Answered> | undefined;
  onChange: (changes: PlaygroundSearch) => void;
}) {
  const { search, spaces, first, second, onChange } = props;
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);
  const asked = askedSpaces(search, spaces, first.data?.answer.recommendations);
  if (asked.length === 0) return null;
  const names = text.playground.compare;
  const answers: ExplainedAnswer[] =
    search.second && second
      ? [
          { name: names.first, settings: search, asked: first },
          { name: names.second, settings: search.second, asked: second },
        ]
      : [{ name: undefined, settings: search, asked: first }];
  const choose = (why: PlaygroundSearch["why"]) => {
    onChange({ why });
    // The chosen button or the button that closes leaves the page, and the focus must not.
    field.current?.focus();
  };
  return (
    <section className="panel why-not" aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      <p className="faint">{words.hint}</p>
      <DocumentPicker spaces={asked} onPick={choose} ref={field} />
      {search.why && (
        <ExplainedDocument
          name={search.why}
          search={search}
          answers={answers}
          isAsked={(spaceId) => asked.some(({ id }) => id === spaceId)}
          onClose={() => choose(undefined)}
        />
      )}
    </section>
  );
}
