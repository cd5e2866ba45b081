import type { Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Segments } from "../components/segments.tsx";
import { SpaceIcon } from "../components/space-icon.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { SpaceActions } from "../spaces/space-actions.tsx";
import { spaceQuery } from "../spaces/space-queries.ts";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";
import { DropZone, UploadButtons } from "../uploads/drop-zone.tsx";
import { useUploads } from "../uploads/space-uploads.ts";
import { UploadPanel } from "../uploads/upload-panel.tsx";
import { documentPageQuery } from "./document-queries.ts";
import { DocumentRow } from "./document-row.tsx";
import { RetryAll } from "./retry-all.tsx";
import { useLiveDocuments } from "./use-live-documents.ts";

const words = text.documents;
const route = getRouteApi("/spaces/$spaceId");
const ROW_PIXELS = 57;

/** The documents of a space. */
export function DocumentsPage() {
  const { quarry } = useMe();
  const { spaceId: name } = route.useParams();
  const space = useQuery(spaceQuery(quarry, name));
  if (space.isPending) return <Loading rows={5} />;
  if (!space.data)
    return statusOf(space.error) === 404 ? (
      <NotFound />
    ) : (
      <Problem error={space.error} onRetry={() => void space.refetch()} />
    );
  return <DocumentsOf space={space.data} />;
}

function DocumentsOf({ space }: { space: Space }) {
  const { quarry } = useMe();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const [queue, uploads] = useUploads(space.id);
  useLiveDocuments(space.id);
  const documents = useQuery(documentPageQuery(quarry, { spaceId: space.id, status, page: 1 }));
  const total = documents.data?.pagination.total;
  const hasDocuments = total !== undefined && total > 0;
  const buttons = <UploadButtons onFiles={queue.add} />;

  function content() {
    if (hasDocuments)
      return (
        <PagedList
          key={status}
          total={total}
          page={(page) => documentPageQuery(quarry, { spaceId: space.id, status, page })}
          row={(document) => <DocumentRow document={document} />}
          rowClass="document-row"
          rowPixels={ROW_PIXELS}
        />
      );
    if (documents.isPending) return <Loading rows={6} />;
    if (total === undefined)
      return <Problem error={documents.error} onRetry={() => void documents.refetch()} />;
    if (status !== undefined)
      return <Empty icon="check" title={words.noneWithStatus[status]} hint={words.noneWithStatusHint} />;
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
        {!space.isArchived && (hasDocuments || status !== undefined) && buttons}
        <SpaceActions space={space} onGone={() => void navigate({ to: "/spaces" })} />
      </PageHeader>
      <UploadPanel queue={queue} state={uploads} />
      {(hasDocuments || status !== undefined) && (
        <div className="toolbar">
          <Segments
            label={words.statusFilter}
            value={status ?? "all"}
            options={[
              ["all", words.all],
              ["PROCESSING", words.status.PROCESSING],
              ["COMPLETED", words.status.COMPLETED],
              ["FAILED", words.status.FAILED],
            ]}
            onChange={(value) =>
              void navigate({
                to: ".",
                search: { status: value === "all" ? undefined : value },
                replace: true,
              })
            }
          />
          {status === "FAILED" && hasDocuments && <RetryAll spaceId={space.id} total={total} />}
          {hasDocuments && <p className="faint toolbar-end number">{words.count(total, integer(total))}</p>}
        </div>
      )}
      {content()}
    </DropZone>
  );
}
