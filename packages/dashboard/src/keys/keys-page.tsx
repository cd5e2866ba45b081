import type { ApiKey, Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { spacesQuery } from "../spaces/space-queries.ts";
import { ago, list, moment } from "../text/format.ts";
import { text } from "../text/text.ts";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { KeyForm } from "./key-form.tsx";
import { keysQuery } from "./key-queries.ts";
import { permissionWords } from "./permission-words.ts";
import { limitWords } from "./rate-limit.ts";

const words = text.keys;

/** The API keys of the organization. */
export function KeysPage() {
  const { quarry, may } = useMe();
  const keys = useQuery(keysQuery(quarry));
  const spaces = useQuery(spacesQuery(quarry, "active"));
  const [isCreating, setCreating] = useState(false);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.create}
    </button>
  );

  function content() {
    if (keys.isPending) return <Loading rows={4} />;
    if (!keys.data) return <Problem error={keys.error} onRetry={() => void keys.refetch()} />;
    if (keys.data.length === 0)
      return (
        <Empty icon="key" title={words.empty} hint={words.emptyHint}>
          {create}
        </Empty>
      );
    return (
      <ul className="rows">
        {keys.data.map((key) => (
          <KeyRow key={key.id} apiKey={key} spaces={spaces.data ?? []} />
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
      {isCreating && <KeyForm onClose={() => setCreating(false)} />}
    </>
  );
}

function KeyRow({ apiKey, spaces }: { apiKey: ApiKey; spaces: readonly Space[] }) {
  const [dialog, setDialog] = useState<"rotate" | "revoke">();
  const { name, prefix, permissions, spaceIds, rateLimit, expiresAt, lastUsedAt } = apiKey;
  const close = () => setDialog(undefined);
  const isExpired = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return (
    <li className="row">
      <Icon name="key" size={20} />
      <div className="row-main">
        <p className="row-name">
          <bdi>{name}</bdi> <code className="faint">{prefix}…</code>
        </p>
        <p className="faint">
          {permissionWords(permissions)}
          {spaceIds !== null &&
            ` · ${words.inSpaces(list(spaceIds.map((id) => spaces.find((space) => space.id === id)?.name ?? id)))}`}
          {rateLimit !== null && ` · ${limitWords(rateLimit)}`}
        </p>
      </div>
      <div className="row-facts">
        {expiresAt !== null && (
          <span className={isExpired ? "badge failed" : "badge"} title={moment(expiresAt)}>
            {isExpired ? words.expired : words.expiresAt(ago(expiresAt))}
          </span>
        )}
        <span className="faint">{lastUsedAt === null ? words.neverUsed : words.used(ago(lastUsedAt))}</span>
      </div>
      <Menu
        label={`${text.action.more}: ${name}`}
        items={[
          { label: words.rotate, icon: "retry", onChoose: () => setDialog("rotate") },
          { label: words.revoke, icon: "trash", isDangerous: true, onChoose: () => setDialog("revoke") },
        ]}
      >
        <Icon name="more" size={20} />
      </Menu>
      {dialog === "rotate" && <RotateDialog apiKey={apiKey} onClose={close} />}
      {dialog === "revoke" && <RevokeDialog apiKey={apiKey} onClose={close} />}
    </li>
  );
}
