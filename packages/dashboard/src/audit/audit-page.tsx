import type { AuditAction, AuditPage as AuditEntries, AuditEntry, Quarry } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { PAGE_SIZE } from "../api/page-size.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { ago, moment } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.audit;
const ROW_PIXELS = 57;

function auditQuery(quarry: Quarry, page: number) {
  return {
    queryKey: ["audit", page],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AuditEntries> =>
      quarry.audit.list({ page, pageSize: PAGE_SIZE }, { signal }),
  };
}

/** Who changed what in the organization. */
export function AuditPage() {
  const { quarry } = useMe();
  const first = useQuery(auditQuery(quarry, 1));
  const total = first.data?.pagination.total;

  function content() {
    if (first.isPending) return <Loading rows={6} />;
    if (total === undefined) return <Problem error={first.error} onRetry={() => void first.refetch()} />;
    if (total === 0) return <Empty icon="book" title={words.empty} hint={words.emptyHint} />;
    return (
      <PagedList
        total={total}
        page={(page) => auditQuery(quarry, page)}
        row={(entry) => <AuditRow entry={entry} />}
        rowClass="document-row"
        rowPixels={ROW_PIXELS}
      />
    );
  }

  return (
    <>
      <PageHeader title={words.title} hint={words.hint} />
      {content()}
    </>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { action, actor, targetId, details, createdAt } = entry;
  const named = subjectOf(details);
  return (
    <>
      <Icon name={actor.kind === "key" ? "key" : actor.kind === "person" ? "people" : "gauge"} size={20} />
      <div className="document-main">
        <p className="audit-line">
          <strong>
            <bdi>{actor.name}</bdi>
          </strong>{" "}
          {named === undefined || named === actor.name
            ? actionWords(action)
            : words.about(actionWords(action), named)}
          {named === undefined && targetId !== null && <code className="faint"> {targetId}</code>}
          {typeof details.role === "string" && <span className="faint"> ({roleWords(details.role)})</span>}
        </p>
      </div>
      <div className="document-facts">
        <span className="faint">{words.actor[actor.kind]}</span>
        <time className="faint document-time" dateTime={createdAt} title={moment(createdAt)}>
          {ago(createdAt)}
        </time>
      </div>
    </>
  );
}

/** A newer server may record more actions. */
function actionWords(action: AuditAction): string {
  return Object.hasOwn(words.actions, action) ? words.actions[action] : action;
}

function roleWords(role: string): string {
  const { roles } = text.people;
  return Object.hasOwn(roles, role) ? roles[role as keyof typeof roles] : role;
}

/** What was changed, by its name. */
function subjectOf({ name, email, url }: Record<string, unknown>): string | undefined {
  return [name, email, url].find((value) => typeof value === "string");
}
