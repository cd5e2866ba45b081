import type { Document } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { statusOf } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { NotFound } from "../components/not-found.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { DocumentActions } from "../documents/document-actions.tsx";
import { DocumentStatus } from "../documents/document-status.tsx";
import { RetryButton } from "../documents/retry-button.tsx";
import { moment, size } from "../text/format.ts";
import { readingText } from "../text/reading-text.ts";
import { text } from "../text/text.ts";
import { documentQuery } from "./document-parts.ts";
import { History } from "./history/history.tsx";
import { Metadata } from "./metadata.tsx";
import { OriginalNote } from "./originals/original-file.tsx";
import { originalKind } from "./originals/original-kind.ts";
import { Passages } from "./passages.tsx";

const words = text.document;
const route = getRouteApi("/spaces/$spaceId/documents/$documentId");

/** A document: its passages beside the page of the original on which the chosen one stands. */
export function DocumentPage() {
  const { quarry } = useMe();
  const { spaceId, documentId } = route.useParams();
  const found = useQuery(documentQuery(quarry, { spaceId, id: documentId }));
  if (found.isPending) return <Loading rows={5} isPage />;
  if (found.data) return <DocumentView document={found.data} spaceName={spaceId} />;
  return statusOf(found.error) === 404 ? (
    <NotFound />
  ) : (
    <Problem error={found.error} onRetry={() => void found.refetch()} isPage />
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
          <span dir="auto">{readingText(errorMessage)}</span>
          <RetryButton document={document} />
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="notice warn">
          <Icon name="alert" />
          <span dir="auto">{readingText(warning)}</span>
        </p>
      ))}
      {originalKind(mimeType) === "unshown" && <OriginalNote document={document} />}
      <Metadata document={document} />
      <History key={document.id} documentId={document.id} />
      <Passages document={document} />
    </>
  );
}
