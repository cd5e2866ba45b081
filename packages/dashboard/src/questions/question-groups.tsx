import type { QuestionGroup, QuestionRecording } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { ago, moment, score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { unansweredQuery } from "./question-queries.ts";
import { SaveQuestion } from "./save-question.tsx";
import { WriteDocument } from "./write-document.tsx";

const words = text.questions;

/** Questions without a good answer in groups, with what can be done about them. */
export function QuestionGroups({ recording }: { recording: QuestionRecording }) {
  const { quarry } = useMe();
  const unanswered = useQuery(unansweredQuery(quarry));
  const [acting, setActing] = useState<{ readonly group: QuestionGroup; readonly act: "save" | "write" }>();

  function content() {
    if (recording === "without_texts")
      return <Empty icon="inbox" title={words.groupsWithoutTexts} hint={words.groupsWithoutTextsHint} />;
    if (unanswered.isPending) return <Loading rows={4} />;
    if (!unanswered.data)
      return <Problem error={unanswered.error} onRetry={() => void unanswered.refetch()} />;
    const { groups, totalGroups } = unanswered.data;
    if (groups.length === 0)
      return <Empty icon="check" title={words.groupsNone} hint={words.groupsNoneHint} />;
    return (
      <>
        <p className="faint">{words.groupsHint}</p>
        <ul className="rows">
          {groups.map((group) => (
            <GroupRow key={group.question} group={group} onAct={(act) => setActing({ group, act })} />
          ))}
        </ul>
        {totalGroups > groups.length && <p className="faint">{words.more(totalGroups - groups.length)}</p>}
      </>
    );
  }

  const close = () => setActing(undefined);
  return (
    <section className="section">
      <h2>{words.groups}</h2>
      {content()}
      {acting?.act === "save" && <SaveQuestion group={acting.group} onClose={close} />}
      {acting?.act === "write" && <WriteDocument group={acting.group} onClose={close} />}
    </section>
  );
}

function GroupRow({ group, onAct }: { group: QuestionGroup; onAct: (act: "save" | "write") => void }) {
  const { question, others, count, lastAskedAt, bestSimilarity, spaceIds } = group;
  return (
    <li className="row">
      <div className="row-main">
        <p className="row-name" dir="auto">
          {question}
        </p>
        {others.length > 0 && (
          <p className="faint" dir="auto">
            {words.others(others.join(" · "))}
          </p>
        )}
        <p className="faint">
          {bestSimilarity === null ? words.nothingFound : words.best(score(bestSimilarity))}
          {" · "}
          <time dateTime={lastAskedAt} title={moment(lastAskedAt)}>
            {words.lastAsked(ago(lastAskedAt))}
          </time>
        </p>
      </div>
      <div className="row-facts">
        <span className="badge number">{words.times(count)}</span>
        {spaceIds.length > 0 && (
          <button
            type="button"
            className="button small"
            aria-label={`${words.save}: ${question}`}
            onClick={() => onAct("save")}
          >
            <Icon name="target" size={16} />
            {words.save}
          </button>
        )}
        <button
          type="button"
          className="button small"
          aria-label={`${words.write}: ${question}`}
          onClick={() => onAct("write")}
        >
          <Icon name="file-text" size={16} />
          {words.write}
        </button>
      </div>
    </li>
  );
}
