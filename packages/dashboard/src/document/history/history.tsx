import { useState } from "react";
import { Loading, Problem } from "../../components/states.tsx";
import { moment } from "../../text/format.ts";
import { readingText } from "../../text/reading-text.ts";
import { text } from "../../text/text.ts";
import { happeningText } from "./happening-text.ts";
import { type HistoryEntry, historyEntries } from "./history-entries.ts";
import { useHistory } from "./use-history.ts";

const words = text.history;

/** What happened to a document, read when the section is opened. */
export function History({ documentId }: { documentId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      {isOpen && <Entries documentId={documentId} />}
    </details>
  );
}

function Entries({ documentId }: { documentId: string }) {
  const { events, isPending, problem } = useHistory(documentId);
  if (problem !== undefined) return <Problem error={problem} />;
  if (isPending) return <Loading rows={2} />;
  return (
    <>
      <p className="faint">{events.length === 0 ? words.none : words.kept}</p>
      <ol className="history-entries">
        {historyEntries(events).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  );
}

function Entry({ entry: { at, happenings } }: { entry: HistoryEntry }) {
  return (
    <li>
      <time className="faint" dateTime={at}>
        {moment(at)}
      </time>
      <div className="history-happenings">
        {happenings.map((happening) => (
          <p key={happening.kind} className={happening.kind === "failed" ? "history-failed" : undefined}>
            {happeningText(happening)}
            {"cause" in happening && happening.cause !== "" && (
              <span className="history-cause" dir="auto">
                {readingText(happening.cause)}
              </span>
            )}
          </p>
        ))}
      </div>
    </li>
  );
}
