import type { UseQueryResult } from "@tanstack/react-query";
import { text } from "../text/text.ts";
import { AskedAnswer } from "./asked-answer.tsx";
import { type Comparison, compareResults } from "./differences.ts";
import type { Answered, Question } from "./question.ts";

const words = text.playground.compare;

/** A question with its answer, or how far it is. */
export interface Asking {
  readonly asked: UseQueryResult<Answered>;
  readonly question: Question;
}

/** The answers of two settings beside each other, with what differs. */
export function ComparedAnswers({ first, second }: { first: Asking; second: Asking }) {
  const comparison = compare(first.asked, second.asked);
  return (
    <>
      <p className="comparison number" role="status">
        {comparison && summary(comparison)}
      </p>
      <div className="compare">
        <section aria-label={words.first}>
          <AskedAnswer {...first} name={words.first} differences={comparison?.ofFirst} />
        </section>
        <section aria-label={words.second}>
          <AskedAnswer {...second} name={words.second} differences={comparison?.ofSecond} />
        </section>
      </div>
    </>
  );
}

/** Undefined until both have answered the same question. */
function compare(first: UseQueryResult<Answered>, second: UseQueryResult<Answered>): Comparison | undefined {
  if (!first.data || !second.data || first.isPlaceholderData || second.isPlaceholderData) return undefined;
  return compareResults(first.data.answer.results ?? [], second.data.answer.results ?? []);
}

function summary({ count }: Comparison): string {
  const isSame = count.moved + count.new + count.missing === 0;
  return isSame ? words.allSame : words.summary(count.same, count.moved, count.new, count.missing);
}
