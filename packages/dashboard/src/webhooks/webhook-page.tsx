import type { Webhook } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { NotFound } from "../components/not-found.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { list } from "../text/format.ts";
import { text } from "../text/text.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { deliveriesQuery, webhookQuery } from "./webhook-queries.ts";

const words = text.webhooks;
const route = getRouteApi("/webhooks/$webhookId");
const ROW_PIXELS = 57;

/** A webhook with its deliveries. */
export function WebhookPage() {
  const { quarry } = useMe();
  const { webhookId } = route.useParams();
  const webhook = useQuery(webhookQuery(quarry, webhookId));
  if (webhook.isPending) return <Loading rows={4} isPage />;
  if (webhook.data) return <WebhookView webhook={webhook.data} />;
  return statusOf(webhook.error) === 404 ? (
    <NotFound />
  ) : (
    <Problem error={webhook.error} onRetry={() => void webhook.refetch()} isPage />
  );
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { url, description, events, enabled, disabledReason } = webhook;
  return (
    <>
      <PageHeader
        title={url}
        hint={description !== "" && <bdi>{description}</bdi>}
        before={
          <Link to="/webhooks" className="back-link">
            <Icon name="back" size={16} />
            {words.toList}
          </Link>
        }
      >
        <WebhookActions webhook={webhook} />
      </PageHeader>
      <p className="document-line">
        <span className={enabled ? "badge busy" : "badge"}>{enabled ? words.on : words.off}</span>
        <span className="faint">{events === null ? words.allEvents : <bdi>{list(events)}</bdi>}</span>
      </p>
      {disabledReason !== null && (
        <p className="form-error">
          <Icon name="alert" />
          <span dir="auto">{disabledReason}</span>
        </p>
      )}
      <section className="section">
        <h2>{words.deliveries}</h2>
        <Deliveries webhook={webhook} />
      </section>
    </>
  );
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const { quarry } = useMe();
  const first = useQuery(deliveriesQuery(quarry, webhook.id, 1));
  const total = first.data?.pagination.total;
  if (first.isPending) return <Loading rows={3} />;
  if (total === undefined) return <Problem error={first.error} onRetry={() => void first.refetch()} />;
  if (total === 0) return <Empty icon="send" title={words.noDeliveries} hint={words.noDeliveriesHint} />;
  return (
    <PagedList
      total={total}
      page={(page) => deliveriesQuery(quarry, webhook.id, page)}
      row={(delivery) => <DeliveryRow webhookId={webhook.id} delivery={delivery} />}
      rowClass="document-row"
      rowPixels={ROW_PIXELS}
    />
  );
}
