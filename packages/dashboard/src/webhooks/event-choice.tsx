import type { EVENT_TYPES, EventType } from "@quarry/sdk";
import { useState } from "react";
import { text } from "../text/text.ts";

const words = text.webhooks;

/** All kinds of events. The compiler compares it with the schema. */
const EVENTS: Record<(typeof EVENT_TYPES)[number], true> = {
  "space.created": true,
  "space.updated": true,
  "space.archived": true,
  "space.restored": true,
  "space.purged": true,
  "document.created": true,
  "document.processing": true,
  "document.progress": true,
  "document.completed": true,
  "document.failed": true,
  "document.updated": true,
  "document.expiring": true,
  "document.deleted": true,
  "apikey.created": true,
  "apikey.revoked": true,
};

/** Boxes for kinds of events. Without a tick, everything but progress is sent. */
export function EventChoice() {
  const [chosen, setChosen] = useState(0);
  return (
    <details>
      <summary>
        {words.events}: {chosen === 0 ? words.allEvents : words.someEvents(chosen)}
      </summary>
      <ul className="choice-list">
        {Object.keys(EVENTS).map((name) => (
          <li key={name}>
            <label className="choice">
              <input
                type="checkbox"
                name="event"
                value={name}
                onChange={(event) => setChosen((count) => count + (event.target.checked ? 1 : -1))}
              />
              <code>{name}</code>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What was ticked; null without a tick. */
export function chosenEvents(form: FormData): EventType[] | null {
  const chosen = form.getAll("event").map(String);
  return chosen.length === 0
    ? null
    : (Object.keys(EVENTS) as EventType[]).filter((name) => chosen.includes(name));
}
