import type { WebhookDelivery } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { ago, list, moment } from "../text/format.ts";
import { text } from "../text/text.ts";

import { DeliveryPayload } from "./delivery-payload.tsx";

const words = text.webhooks;
const SOON_MS = 60_000;
const BADGES = { pending: "badge", delivered: "badge busy", failed: "badge failed" } as const;

/** One event that was sent, or is still to be sent. */
export function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const { eventId, type, state, attempts, lastStatus, lastAnswer, lastProblem, nextAttemptAt, createdAt } =
    delivery;
  const replaying = useMutation({
    mutationFn: () => quarry.webhooks.replay({ id: webhookId, eventId }),
    onSuccess: () => {
      showToast(words.replayed);
      return queries.invalidateQueries({ queryKey: ["webhooks", webhookId, "deliveries"] });
    },
    onError: (error) => showToast(errorText(error)),
  });
  const problem = lastProblem ?? (lastStatus !== null && lastStatus >= 300 ? lastAnswer : null);
  return (
    <>
      <span className={BADGES[state]}>{words.states[state]}</span>
      <div className="document-main">
        <p className="document-name">
          <code>{type}</code> <span className="faint">{words.event(eventId)}</span>
        </p>
        {problem !== null && problem !== "" && (
          <p className="document-problem" dir="auto">
            {problem}
          </p>
        )}
        <DeliveryPayload delivery={delivery} />
      </div>
      <div className="document-facts">
        <span className="faint number">
          {list([
            words.attempts(attempts),
            ...(lastStatus === null ? [] : [words.answered(lastStatus)]),
            ...(nextAttemptAt === null ? [] : [nextText(nextAttemptAt)]),
          ])}
        </span>
        <time className="faint document-time" dateTime={createdAt} title={moment(createdAt)}>
          {ago(createdAt)}
        </time>
        <button
          type="button"
          className="button small"
          aria-label={`${words.replay}: ${words.event(eventId)}`}
          disabled={replaying.isPending}
          onClick={() => replaying.mutate()}
        >
          <Icon name="retry" size={16} />
          {words.replay}
        </button>
      </div>
    </>
  );
}

function nextText(at: string): string {
  const isSoon = Date.parse(at) - Date.now() < SOON_MS;
  return isSoon ? words.nextSoon : words.nextAt(ago(at));
}
