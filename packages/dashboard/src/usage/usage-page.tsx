import type { UsageResponse } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { refreshEvery } from "../api/refresh-every.ts";
import { PageHeader } from "../components/page-header.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { ago, integer, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { UsageHistory } from "./usage-history.tsx";
import { usageQuery } from "./usage-query.ts";

const words = text.usage;
const REFRESH_MS = 30_000;

/** What the organization uses, and the limits of its tier. */
export function UsagePage() {
  const { quarry, person } = useMe();
  const usage = useQuery({ ...usageQuery(quarry), refetchInterval: refreshEvery(REFRESH_MS) });
  return (
    <>
      <PageHeader
        title={words.title}
        hint={usage.data && words.hint(person.organization?.name ?? "", words.tiers[usage.data.tier])}
      />
      {usage.data ? (
        <Figures usage={usage.data} />
      ) : usage.isPending ? (
        <Loading rows={4} className="tiles" />
      ) : (
        <Problem error={usage.error} onRetry={() => void usage.refetch()} />
      )}
      <UsageHistory />
    </>
  );
}

function Figures({ usage }: UsageResponse) {
  const { spaces, documents, storageBytes, apiKeys, retentionDays, requests } = usage;
  return (
    <>
      <ul className="tiles">
        <Tile name={words.spaces} value={integer(spaces.count)} used={spaces.count} limit={spaces.limit} />
        <Tile
          name={words.documents}
          value={integer(documents.count)}
          note={
            documents.limitPerSpace === null ? undefined : words.perSpace(integer(documents.limitPerSpace))
          }
        />
        <Tile name={words.storage} value={size(storageBytes)} note={words.originals} />
        <Tile
          name={words.apiKeys}
          value={integer(apiKeys.count)}
          used={apiKeys.count}
          limit={apiKeys.limit}
        />
        {requests.map(({ windowSeconds, limit, remaining, resetsAt }) => (
          <Tile
            key={windowSeconds}
            name={words.calls(windowSeconds)}
            value={integer(limit - remaining)}
            used={limit - remaining}
            limit={limit}
            note={words.resets(ago(resetsAt))}
          />
        ))}
      </ul>
      <p className="faint">{retentionDays === null ? words.kept : words.keptDays(retentionDays)}</p>
    </>
  );
}

function Tile(props: {
  name: string;
  value: string;
  used?: number;
  limit?: number | null;
  note?: string | undefined;
}) {
  const { name, value, used = 0, limit, note } = props;
  return (
    <li className="tile">
      <h2>{name}</h2>
      <p className="tile-value number">{value}</p>
      {typeof limit === "number" && (
        <progress className="progress" max={limit} value={used} aria-label={name} />
      )}
      <p className="faint">
        {limit === null ? words.unlimited : limit === undefined ? undefined : words.of(integer(limit))}
        {limit !== undefined && note !== undefined && " · "}
        {note}
      </p>
    </li>
  );
}
