import type { Document } from "@quarry/sdk";
import { Link } from "@tanstack/react-router";
import { SelectDocument, type Selecting } from "../bulk/select-document.tsx";
import { Icon } from "../components/icon.tsx";
import { ago, moment, size } from "../text/format.ts";
import { readingText } from "../text/reading-text.ts";
import { text } from "../text/text.ts";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentStatus, shareOf } from "./document-status.tsx";
import { RetryButton } from "./retry-button.tsx";

/** A document in the list. Why it failed stands below its name. */
export function DocumentRow({ document, selecting }: { document: Document; selecting: Selecting }) {
  const { filename, fileSize, createdAt, errorMessage, progress } = document;
  const at = filename.lastIndexOf("/") + 1;
  const share = shareOf(progress);
  return (
    <>
      <SelectDocument document={document} selecting={selecting} />
      <Icon name="file-text" size={20} />
      <div className="document-main">
        <p className="document-name" dir="auto" title={filename}>
          <Link
            to="/spaces/$spaceId/documents/$documentId"
            params={{ spaceId: document.spaceId, documentId: document.id }}
          >
            <span className="faint">{filename.slice(0, at)}</span>
            {filename.slice(at)}
          </Link>
        </p>
        {errorMessage !== null && (
          <p className="document-problem" dir="auto">
            {readingText(errorMessage)}
          </p>
        )}
        {share !== undefined && (
          <progress
            className="progress thin"
            max={1}
            value={share}
            aria-label={text.documents.progressOf(filename)}
          />
        )}
      </div>
      <div className="document-facts">
        <DocumentStatus document={document} />
        <span className="faint number document-size">{size(Number(fileSize))}</span>
        <time className="faint document-time" dateTime={createdAt} title={moment(createdAt)}>
          {ago(createdAt)}
        </time>
        {document.status === "FAILED" && <RetryButton document={document} />}
      </div>
      <DocumentActions document={document} />
    </>
  );
}
