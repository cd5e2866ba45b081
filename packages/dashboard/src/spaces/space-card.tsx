import type { Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { SpaceIcon } from "../components/space-icon.tsx";
import { useSeen } from "../components/use-seen.ts";
import { ago, moment, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { SpaceActions } from "./space-actions.tsx";
import { spaceFactsQuery } from "./space-queries.ts";

const words = text.spaces;

/** A space in the list. Its counts are read when it comes into view. */
export function SpaceCard({ space }: { space: Space }) {
  const { quarry } = useMe();
  const [place, isSeen] = useSeen();
  const { data: facts, isError } = useQuery({
    ...spaceFactsQuery(quarry, space.id),
    enabled: isSeen && !space.isArchived,
  });
  const { name, description, icon, archivedAt, createdAt } = space;
  const when = archivedAt ?? facts?.limits.changedAt ?? createdAt;
  const said = archivedAt ? words.archivedAt : facts ? words.changed : words.created;
  return (
    <li className="card" ref={place}>
      <div className="card-head">
        <SpaceIcon icon={icon} size={22} />
        <h2 className="card-title" dir="auto">
          <Link className="card-link" to="/spaces/$spaceId" params={{ spaceId: space.slug }}>
            {name}
          </Link>
        </h2>
        <SpaceActions space={space} />
      </div>
      <p className="card-text" dir="auto">
        {description === name ? "" : description}
      </p>
      <p className="card-foot">
        {facts && <span className="number">{words.documents(facts.limits.documents.count)}</span>}
        {facts && facts.limits.storageBytes > 0 && (
          <span className="faint number">{size(facts.limits.storageBytes)}</span>
        )}
        {facts && facts.failed > 0 && (
          <span className="badge failed">
            <Icon name="alert" size={14} />
            {words.failed(facts.failed)}
          </span>
        )}
        {(facts || isError || space.isArchived) && (
          <time className="faint" dateTime={when} title={moment(when)}>
            {said(ago(when))}
          </time>
        )}
      </p>
    </li>
  );
}
