import type { Document } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { DocumentActions } from "../documents/document-actions.tsx";
import { DocumentStatus } from "../documents/document-status.tsx";
import { RetryButton } from "../documents/retry-button.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { moment, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { documentQuery, outlineQuery, passagePageQuery, passageQuery } from "./document-parts.ts";
import { Metadata } from "./metadata.tsx";
import { Outline } from "./outline.tsx";
import { PageView } from "./page-view.tsx";
import { Passage } from "./passage.tsx";

const words = text.document;
const route = getRouteApi("/spaces/$spaceId/documents/$documentId");
const PASSAGE_PIXELS = 150;

/** A document: its passages beside the page of the original on which the chosen one stands. */
export function DocumentPage() {
  const { quarry } = useMe();
  const { spaceId, documentId } = route.useParams();
  const found = useQuery(documentQuery(quarry, { spaceId, id: documentId }));
  if (found.isPending) return <Loading rows={5} />;
  if (found.data) return <DocumentView document={found.data} spaceName={spaceId} />;
  return statusOf(found.error) === 404 ? (
    <NotFound />
  ) : (
    <Problem error={found.error} onRetry={() => void found.refetch()} />
  );
}

function DocumentView({ document, spaceName }: { document: Document; spaceName: string }) {
  const { filename, mimeType, fileSize, updatedAt, errorMessage, warnings } = document;
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={filename}
        before={
          <Link to="/spaces/$spaceId" params={{ spaceId: spaceName }} className="back-link">
            <Icon name="back" size={16} />
            {words.toSpace}
          </Link>
        }
      >
        <DocumentActions
          document={document}
          onGone={() => void navigate({ to: "/spaces/$spaceId", params: { spaceId: spaceName } })}
        />
      </PageHeader>
      <p className="document-line">
        <DocumentStatus document={document} />
        <bdi className="faint">{mimeType}</bdi>
        <span className="faint number">{size(Number(fileSize))}</span>
        <time className="faint" dateTime={updatedAt}>
          {moment(updatedAt)}
        </time>
      </p>
      {errorMessage !== null && (
        <p className="form-error">
          <Icon name="alert" />
          <span dir="auto">{errorMessage}</span>
          <RetryButton document={document} />
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="notice warn">
          <Icon name="alert" />
          <span dir="auto">{warning}</span>
        </p>
      ))}
      <Metadata document={document} />
      <Passages document={document} />
    </>
  );
}

function Passages({ document }: { document: Document }) {
  const { quarry } = useMe();
  const { passage: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { chunkCount, updatedAt, mimeType } = document;
  const outline = useQuery(outlineQuery(quarry, document, updatedAt));
  const passage = useQuery(passageQuery(quarry, document, updatedAt, chosen ?? 0));
  const choose = (index: number) =>
    void navigate({ to: ".", search: { passage: index }, replace: true, resetScroll: false });
  if (chunkCount === 0)
    return <Empty icon="file-text" title={words.noPassages} hint={words.noPassagesHint} />;
  const hasPage = (passage.data?.metadata.rectangles?.length ?? 0) > 0;
  const hasSide = hasPage || (outline.data?.length ?? 0) > 0;
  return (
    <div className={hasSide ? "document-columns" : undefined}>
      {hasSide && (
        <aside className="document-side" aria-label={words.side}>
          {passage.data && <PageView name={document} mimeType={mimeType} passage={passage.data} />}
          <Outline headings={outline.data ?? []} onChoose={choose} />
        </aside>
      )}
      <PagedList
        total={chunkCount}
        page={(page) => passagePageQuery(quarry, document, updatedAt, page)}
        rowClass="passage-row"
        rowPixels={PASSAGE_PIXELS}
        scrollTo={chosen}
        row={(item) => (
          <Passage
            passage={item}
            isChosen={item.chunkIndex === chosen}
            onChoose={() => choose(item.chunkIndex)}
          />
        )}
      />
    </div>
  );
}
