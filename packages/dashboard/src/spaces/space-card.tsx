import type { Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { SpaceIcon } from "../components/space-icon.tsx";
import { useSeen } from "../components/use-seen.ts";
import { ago, moment } from "../text/format.ts";
import { text } from "../text/text.ts";
import { SpaceActions } from "./space-actions.tsx";
import { spaceCountsQuery } from "./space-queries.ts";

const words = text.spaces;

/** A space in the list. Its counts are read when it comes into view. */
export function SpaceCard({ space }: { space: Space }) {
  const { quarry } = useMe();
  const [place, isSeen] = useSeen();
  const { data: counts } = useQuery({
    ...spaceCountsQuery(quarry, space.id),
    enabled: isSeen && !space.isArchived,
  });
  const { name, description, icon, archivedAt, createdAt } = space;
  const when = archivedAt ?? counts?.newestAt ?? createdAt;
  const said = archivedAt ? words.archivedAt : counts?.newestAt ? words.changed : words.created;
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
        {counts && <span className="number">{words.documents(counts.documents)}</span>}
        {counts && counts.failed > 0 && (
          <span className="badge failed">
            <Icon name="alert" size={14} />
            {words.failed(counts.failed)}
          </span>
        )}
        <time className="faint" dateTime={when} title={moment(when)}>
          {said(ago(when))}
        </time>
      </p>
    </li>
  );
}
