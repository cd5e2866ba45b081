import type { UseQueryResult } from "@tanstack/react-query";
import { Loading, Problem } from "../components/states.tsx";
import { Answer } from "./answer.tsx";
import type { Differences } from "./differences.ts";
import type { Answered, Question } from "./question.ts";

/** The answer to a question, or how far it is. */
export function AskedAnswer(props: {
  asked: UseQueryResult<Answered>;
  question: Question;
  /** Name of the settings, when there are two. */
  name?: string;
  differences?: Differences | undefined;
}) {
  const { asked, question, name, differences } = props;
  const { data, isFetching, isError, error, refetch } = asked;
  if (data)
    return (
      <div className={isFetching ? "answer stale" : "answer"} aria-busy={isFetching}>
        <Answer answered={data} question={question} name={name} differences={differences} />
      </div>
    );
  if (isError) return <Problem error={error} onRetry={() => void refetch()} />;
  return <Loading rows={4} />;
}
