import type { EventType, Quarry, QuarryEvent, ResetEvent } from "@quarry/sdk";
import { useEffect, useState } from "react";
import { keepGoing } from "../../api/keep-going.ts";
import { useMe } from "../../api/person.tsx";
import type { HistoryEvent } from "./history-entries.ts";

const TYPES: readonly EventType[] = [
  "document.created",
  "document.processing",
  "document.completed",
  "document.failed",
  "document.updated",
  "document.expiring",
  "document.deleted",
];
const MAX_EVENTS = 500;
/** The stream has no end. Stored events arrive at once, so after this time without one there is none. */
const STORED_MS = 2_000;

/** The stored events of a document, oldest first, and what happens meanwhile. */
export interface DocumentHistory {
  readonly events: readonly HistoryEvent[];
  /** True while the first event may still arrive. */
  readonly isPending: boolean;
  readonly problem: unknown;
}

const EMPTY: DocumentHistory = { events: [], isPending: true, problem: undefined };

/** Reads the history of a document while it is mounted. */
export function useHistory(documentId: string): DocumentHistory {
  const { quarry } = useMe();
  const [history, setHistory] = useState(EMPTY);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setHistory(EMPTY);
    const stop = keepGoing(
      (signal) => {
        timer = setTimeout(() => setHistory(settled), STORED_MS);
        return follow(quarry, documentId, signal, (event) =>
          setHistory(({ events }) => ({
            events: [...events, event].slice(-MAX_EVENTS),
            isPending: false,
            problem: undefined,
          })),
        );
      },
      (problem) => {
        clearTimeout(timer);
        setHistory({ events: [], isPending: false, problem });
      },
    );
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [quarry, documentId]);
  return history;
}

/** Nothing more is expected of what is stored. */
function settled({ events }: DocumentHistory): DocumentHistory {
  return { events, isPending: false, problem: undefined };
}

async function follow(
  quarry: Quarry,
  documentId: string,
  signal: AbortSignal,
  add: (event: HistoryEvent) => void,
): Promise<void> {
  const filter = { documentId, types: TYPES, lastEventId: "0" };
  for await (const event of quarry.events.stream(filter, { signal })) if (isOfDocument(event)) add(event);
}

function isOfDocument(event: QuarryEvent | ResetEvent): event is HistoryEvent {
  return event.type.startsWith("document.");
}
