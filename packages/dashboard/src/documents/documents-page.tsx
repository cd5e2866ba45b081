import type { Space } from "@quarry/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { BulkProgress } from "../bulk/bulk-progress.tsx";
import { NOTHING, type Selection } from "../bulk/selection.ts";
import { SelectionBar } from "../bulk/selection-bar.tsx";
import { Icon } from "../components/icon.tsx";
import { NotFound } from "../components/not-found.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { SpaceIcon } from "../components/space-icon.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { SpaceActions } from "../spaces/space-actions.tsx";
import { spaceQuery } from "../spaces/space-queries.ts";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";
import { DropZone, UploadButtons } from "../uploads/drop-zone.tsx";
import { useUploads } from "../uploads/space-uploads.ts";
import { UploadPanel } from "../uploads/upload-panel.tsx";
import { documentPageQuery } from "./document-queries.ts";
import { DocumentRow } from "./document-row.tsx";
import { type DocumentsSearch, isFiltered, toFilter } from "./documents-search.ts";
import { DocumentsToolbar } from "./documents-toolbar.tsx";
import { RetryAll } from "./retry-all.tsx";
import { UploadedStage } from "./uploaded-stage.tsx";
import { useLiveDocuments } from "./use-live-documents.ts";

const words = text.documents;
const route = getRouteApi("/spaces/$spaceId");
const ROW_PIXELS = 57;

/** The documents of a space. */
export function DocumentsPage() {
  const { quarry } = useMe();
  const { spaceId: name } = route.useParams();
  const space = useQuery(spaceQuery(quarry, name));
  if (space.isPending) return <Loading rows={5} isPage />;
  if (!space.data)
    return statusOf(space.error) === 404 ? (
      <NotFound />
    ) : (
      <Problem error={space.error} onRetry={() => void space.refetch()} isPage />
    );
  return <DocumentsOf key={space.data.id} space={space.data} />;
}

function DocumentsOf({ space }: { space: Space }) {
  const { quarry, may } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [queue, uploads] = useUploads(space.id);
  const [started, setStarted] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<{ key: string; selection: Selection }>();
  useLiveDocuments(space.id);
  const where = toFilter(search);
  const key = JSON.stringify(where);
  // Another filter is another list, with nothing selected.
  const selection = chosen?.key === key ? chosen.selection : NOTHING;
  const selecting = { selection, onChange: (changed: Selection) => setChosen({ key, selection: changed }) };
  const documents = useQuery({
    ...documentPageQuery(quarry, { spaceId: space.id, search, page: 1 }),
    // The filters stay while another list is read.
    placeholderData: keepPreviousData,
  });
  const total = documents.data?.pagination.total;
  const hasDocuments = total !== undefined && total > 0;
  const hasFilter = isFiltered(search);
  const buttons = <UploadButtons onFiles={queue.add} />;
  const show = (shown: DocumentsSearch) => void navigate({ to: ".", search: shown, replace: true });

  function content() {
    if (hasDocuments)
      return (
        <PagedList
          key={key}
          total={total}
          page={(page) => documentPageQuery(quarry, { spaceId: space.id, search, page })}
          row={(document) => <DocumentRow document={document} selecting={selecting} />}
          rowClass="document-row"
          rowPixels={ROW_PIXELS}
        />
      );
    if (documents.isPending) return <Loading rows={6} />;
    if (total === undefined)
      return <Problem error={documents.error} onRetry={() => void documents.refetch()} />;
    if (hasFilter) return <NothingFound search={search} onShowAll={() => show({})} />;
    return (
      <div className="drop-place">
        <Empty icon="upload" title={words.empty} hint={words.emptyHint}>
          <div className="state-actions">{buttons}</div>
        </Empty>
      </div>
    );
  }

  return (
    <DropZone onFiles={queue.add}>
      <PageHeader
        title={space.name}
        hint={space.description === space.name ? undefined : <bdi>{space.description}</bdi>}
        before={
          <Link to="/spaces" className="back-link">
            <Icon name="back" size={16} />
            {text.spaces.title}
          </Link>
        }
        icon={<SpaceIcon icon={space.icon} size={22} />}
      >
        {hasDocuments && (
          <Link to="/playground" search={{ spaces: space.slug }} className="button">
            <Icon name="spark" />
            {text.playground.ask}
          </Link>
        )}
        {hasDocuments && (
          <Link to="/spaces/$spaceId/evaluations" params={{ spaceId: space.slug }} className="button">
            <Icon name="target" />
            {text.evaluations.open}
          </Link>
        )}
        {!space.isArchived && (hasDocuments || hasFilter) && buttons}
        <SpaceActions space={space} onGone={() => void navigate({ to: "/spaces" })} />
      </PageHeader>
      <UploadPanel
        queue={queue}
        state={uploads}
        stageOf={(documentId) => <UploadedStage spaceId={space.id} documentId={documentId} />}
      />
      {!space.isArchived && <BulkProgress spaceId={space.id} started={started} />}
      {(hasDocuments || hasFilter) && (
        <DocumentsToolbar search={search} onChange={show}>
          {search.status === "FAILED" && hasDocuments && <RetryAll spaceId={space.id} total={total} />}
          {hasDocuments && <p className="faint toolbar-end number">{words.count(total, integer(total))}</p>}
          {hasDocuments && may("documents:write") && selection !== "all" && (
            <button type="button" className="button small" onClick={() => selecting.onChange("all")}>
              {text.bulk.selectAll(total)}
            </button>
          )}
        </DocumentsToolbar>
      )}
      {hasDocuments && (
        <SelectionBar
          spaceId={space.id}
          selecting={selecting}
          where={where}
          total={total}
          onStarted={({ id }) => setStarted((before) => [...before, id])}
        />
      )}
      {content()}
    </DropZone>
  );
}

/** What the list shows when the filter finds nothing. */
function NothingFound({ search, onShowAll }: { search: DocumentsSearch; onShowAll: () => void }) {
  const { status, ...others } = search;
  if (status !== undefined && !isFiltered(others))
    return <Empty icon="check" title={words.noneWithStatus[status]} hint={words.noneWithStatusHint} />;
  return (
    <Empty icon="search" title={text.bulk.noneFound} hint={text.bulk.noneFoundHint}>
      <button type="button" className="button" onClick={onShowAll}>
        {text.bulk.showAll}
      </button>
    </Empty>
  );
}
