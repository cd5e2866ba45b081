import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Segments } from "../components/segments.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { ImportSpace } from "./import-space.tsx";
import { SpaceCard } from "./space-card.tsx";
import { SpaceForm } from "./space-form.tsx";
import { spacesQuery } from "./space-queries.ts";
import { matchesWords } from "./spaces-search.ts";

const words = text.spaces;
const route = getRouteApi("/spaces");

/** The list of spaces, as cards. */
export function SpacesPage() {
  const { quarry } = useMe();
  const { q = "", status = "active" } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const spaces = useQuery(spacesQuery(quarry, status));
  const found = spaces.data?.filter((space) => matchesWords(q, space));
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {words.create}
    </button>
  );

  function content() {
    if (spaces.isPending) return <Loading rows={6} className="cards" />;
    if (!found) return <Problem error={spaces.error} onRetry={() => void spaces.refetch()} />;
    if (found.length > 0)
      return (
        <ul className="cards">
          {found.map((space) => (
            <SpaceCard key={space.id} space={space} />
          ))}
        </ul>
      );
    if (q !== "") return <Empty icon="search" title={words.noMatch(q)} hint={words.noMatchHint} />;
    return status === "archived" ? (
      <Empty icon="archive" title={words.emptyArchived} hint={words.emptyArchivedHint} />
    ) : (
      <Empty icon="layers" title={words.empty} hint={words.emptyHint}>
        <Link to="/start" className="button primary">
          <Icon name="play" />
          {text.start.open}
        </Link>
      </Empty>
    );
  }

  return (
    <>
      <PageHeader title={words.title} hint={words.hint}>
        <ImportSpace />
        {create}
      </PageHeader>
      <div className="toolbar">
        <SearchField
          label={words.search}
          value={q}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true })
          }
        />
        <Segments
          label={words.title}
          value={status}
          options={[
            ["active", words.active],
            ["archived", words.archived],
          ]}
          onChange={(value) =>
            void navigate({
              search: (old) => ({ ...old, status: value === "archived" ? value : undefined }),
              replace: true,
            })
          }
        />
        {found && found.length > 0 && <p className="faint toolbar-end">{words.count(found.length)}</p>}
      </div>
      {content()}
      {isCreating && <SpaceForm onClose={() => setCreating(false)} />}
    </>
  );
}
