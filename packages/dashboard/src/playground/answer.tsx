import type { Recommendation } from "@quarry/sdk";
import { copyText } from "../components/copy-text.ts";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { Empty } from "../components/states.tsx";
import { score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { asCurl, asMcp, asTypeScript } from "./call-samples.ts";
import type { Differences } from "./differences.ts";
import type { Answered, Question } from "./question.ts";
import { ResultCard } from "./result-card.tsx";
import { TimingBar } from "./timing-bar.tsx";

const words = text.playground;

/** The passages that were found, and how. */
export function Answer(props: {
  answered: Answered;
  question: Question;
  /** Name of the settings, when there are two. */
  name?: string | undefined;
  differences?: Differences | undefined;
}) {
  const { answered, question, name, differences } = props;
  const { answer, totalMs, stages } = answered;
  const { results = [], degraded, explanation, recommendations, noResults } = answer;
  const removed = explanation?.removed;
  return (
    <>
      <div className="answer-head">
        <h2>
          {name && `${name} · `}
          {words.found(results.length)}
        </h2>
        <TimingBar totalMs={totalMs} stages={stages} />
        <Menu
          label={words.copyAs}
          hasText
          className="button small"
          items={[
            { label: "curl", icon: "copy", onChoose: () => void copyText(asCurl(question)) },
            { label: "TypeScript", icon: "copy", onChoose: () => void copyText(asTypeScript(question)) },
            { label: "MCP", icon: "copy", onChoose: () => void copyText(asMcp(question)) },
            { label: words.link, icon: "copy", onChoose: () => void copyText(location.href) },
          ]}
        >
          <Icon name="copy" size={16} />
          {words.copyAs}
        </Menu>
      </div>
      {degraded && (
        <p className="notice warn">
          <Icon name="alert" />
          <span dir="auto">{degraded.reason}</span>
        </p>
      )}
      {recommendations && <Recommendations recommendations={recommendations} />}
      {results.length === 0 ? (
        <Empty icon="search" title={words.nothing} hint={noResults?.message ?? words.nothingHint} />
      ) : (
        <ol className="results">
          {results.map((result, at) => (
            <ResultCard
              key={result.chunk.id}
              result={result}
              rank={at + 1}
              question={question.body.query}
              difference={differences?.get(result.chunk.id)}
            />
          ))}
        </ol>
      )}
      {removed && removed.byThreshold > 0 && (
        <p className="faint">
          {words.belowThreshold(removed.byThreshold, score(removed.bestBelowThreshold ?? 0))}
        </p>
      )}
    </>
  );
}

function Recommendations({ recommendations }: { recommendations: readonly Recommendation[] }) {
  if (recommendations.length === 0) return null;
  return (
    <div className="recommendations">
      <span className="faint">{words.recommendedSpaces}</span>
      {recommendations.map(({ spaceId, name, relevanceScore, reason }) => (
        <span key={spaceId} className="badge busy name" title={reason}>
          <bdi>{name}</bdi> <span className="number">{score(relevanceScore)}</span>
        </span>
      ))}
    </div>
  );
}
