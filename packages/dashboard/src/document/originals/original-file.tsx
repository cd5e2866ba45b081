import type { Document, DocumentChunk } from "@quarry/sdk";
import { Icon } from "../../components/icon.tsx";
import { fileOf, useDownload } from "../../components/use-download.ts";
import { text } from "../../text/text.ts";
import { MailView } from "./mail-view.tsx";
import type { ShownKind } from "./original-kind.ts";
import { Picture } from "./picture.tsx";
import { TableView } from "./table-view.tsx";
import { TextView } from "./text-view.tsx";
import { WebView } from "./web-view.tsx";
import { WorkbookView } from "./workbook-view.tsx";

const words = text.original;

/** The original of a document that is no PDF, with a link to download it. */
export function OriginalFile(props: {
  document: Document;
  kind: ShownKind;
  /** The chosen passage. */
  passage: DocumentChunk | undefined;
}) {
  const { document, kind, passage } = props;
  const { filename, mimeType } = document;
  return (
    <section className="original-file" aria-label={text.document.original}>
      <div className="page-view-head">
        <h2>{text.document.original}</h2>
        <div className="panel-actions">
          <Download document={document} />
        </div>
      </div>
      {kind === "picture" && (
        <div className="picture-box">
          <Picture name={document} mimeType={mimeType} alt={words.pictureOf(filename)} />
        </div>
      )}
      {kind === "table" && <TableView document={document} />}
      {kind === "workbook" && (
        <WorkbookView document={document} sheet={passage?.metadata.sheet as string | undefined} />
      )}
      {kind === "web" && <WebView document={document} />}
      {kind === "mail" && <MailView document={document} />}
      {kind === "text" && <TextView document={document} passage={passage} />}
    </section>
  );
}

/** Says that browsers cannot show the original of a document. */
export function OriginalNote({ document }: { document: Document }) {
  return (
    <p className="original-note">
      <span className="faint">{words.unshown}</span>
      <Download document={document} />
    </p>
  );
}

function Download({ document }: { document: Document }) {
  const downloading = useDownload();
  return (
    <button type="button" className="button small" onClick={() => downloading.mutate(fileOf(document))}>
      <Icon name="external" size={16} />
      {text.documents.download}
    </button>
  );
}
