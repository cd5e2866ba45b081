import type { Webhook } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { webhooksQuery } from "./webhook-queries.ts";

const words = text.webhooks;

/** The webhooks of the organization. */
export function WebhooksPage() {
  const { quarry, may } = useMe();
  const webhooks = useQuery(webhooksQuery(quarry));
  const [isCreating, setCreating] = useState(false);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.create}
    </button>
  );

  function content() {
    if (webhooks.isPending) return <Loading rows={3} />;
    if (!webhooks.data) return <Problem error={webhooks.error} onRetry={() => void webhooks.refetch()} />;
    if (webhooks.data.length === 0)
      return (
        <Empty icon="send" title={words.empty} hint={words.emptyHint}>
          {create}
        </Empty>
      );
    return (
      <ul className="rows">
        {webhooks.data.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    );
  }

  return (
    <>
      <PageHeader title={words.title} hint={words.hint}>
        {may("apikeys:write") && create}
      </PageHeader>
      {content()}
      {isCreating && <NewWebhook onClose={() => setCreating(false)} />}
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, events, enabled, disabledReason } = webhook;
  return (
    <li className="row">
      <Icon name="send" size={20} />
      <div className="row-main">
        <p className="row-name" dir="auto">
          <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
            {url}
          </Link>
        </p>
        {description !== "" && (
          <p className="faint" dir="auto">
            {description}
          </p>
        )}
        {disabledReason !== null && (
          <p className="document-problem" dir="auto">
            {disabledReason}
          </p>
        )}
      </div>
      <div className="row-facts">
        <span className="faint">{events === null ? words.allEvents : words.someEvents(events.length)}</span>
        <span className={enabled ? "badge busy" : "badge"}>{enabled ? words.on : words.off}</span>
      </div>
    </li>
  );
}
