import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { ago, list, moment } from "../text/format.ts";
import { text } from "../text/text.ts";
import { type Assistant, assistantsQuery, removeAssistant } from "./assistant-calls.ts";
import { ConnectAssistant } from "./connect-assistant.tsx";

const words = text.assistants;

/** The assistants that act for the person, and how to connect another. */
export function AssistantsPage() {
  const assistants = useQuery(assistantsQuery());

  function content() {
    if (assistants.isPending) return <Loading rows={3} />;
    if (!assistants.data)
      return <Problem error={assistants.error} onRetry={() => void assistants.refetch()} />;
    if (assistants.data.length === 0) return <Empty icon="plug" title={words.empty} hint={words.emptyHint} />;
    return (
      <ul className="rows">
        {assistants.data.map((assistant) => (
          <AssistantRow key={assistant.id} assistant={assistant} />
        ))}
      </ul>
    );
  }

  return (
    <>
      <PageHeader title={words.title} hint={words.hint} />
      {content()}
      <ConnectAssistant />
    </>
  );
}

function AssistantRow({ assistant }: { assistant: Assistant }) {
  const { person } = useMe();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const { name = words.unnamed, organizationId, rights, since, lastUsedAt } = assistant;
  const organization = person.organizations.find(({ id }) => id === organizationId);
  return (
    <li className="row">
      <Icon name="plug" size={20} />
      <div className="row-main">
        <p className="row-name" dir="auto">
          {name}
        </p>
        <p className="faint">{rights.length === 0 ? words.noRights : list(rights.map(scopeWords))}</p>
      </div>
      <div className="row-facts">
        <span className="badge name">
          {words.inOrganization(organization?.name ?? words.formerOrganization)}
        </span>
        <time className="faint" dateTime={since} title={moment(since)}>
          {words.since(ago(since))}
        </time>
        {lastUsedAt === null ? (
          <span className="faint">{words.neverUsed}</span>
        ) : (
          <time className="faint" dateTime={lastUsedAt} title={moment(lastUsedAt)}>
            {words.used(ago(lastUsedAt))}
          </time>
        )}
        <button
          type="button"
          className="button small"
          aria-label={`${words.remove}: ${name}`}
          onClick={() => setRemoving(true)}
        >
          {words.remove}
        </button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          hint={words.removeHint}
          action={words.remove}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await removeAssistant(assistant);
            await queries.invalidateQueries({ queryKey: ["assistants"] });
            showToast(words.removeDone(name));
          }}
        />
      )}
    </li>
  );
}

function scopeWords(scope: string): string {
  return Object.hasOwn(words.scopes, scope) ? words.scopes[scope as keyof typeof words.scopes] : scope;
}
