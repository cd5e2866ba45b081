import { type PDFDocumentLoadingTask, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import type { DocumentName } from "./document-parts.ts";
import { openPdf, preparePdfWorker } from "./open-pdf.ts";

/** A PDF that others may use at the same time. */
export interface SharedPdf {
  readonly file: Promise<PDFDocumentProxy>;
  /** Ends this use. The PDF is closed with its last one. */
  leave(): void;
}

const open = new Map<string, { readonly loading: PDFDocumentLoadingTask; users: number }>();
let worker: PDFWorker | undefined;

/** Opens a PDF once for all who use it. All PDFs have one worker. */
export function sharePdf(name: DocumentName, organizationId: string): SharedPdf {
  const key = `${organizationId} ${name.id}`;
  let pdf = open.get(key);
  if (!pdf) {
    preparePdfWorker();
    worker ??= new PDFWorker();
    pdf = { loading: openPdf(name, organizationId, worker), users: 0 };
    open.set(key, pdf);
  }
  const { loading } = pdf;
  pdf.users += 1;
  return {
    file: loading.promise,
    leave() {
      const used = open.get(key);
      if (!used || used.loading !== loading) return;
      used.users -= 1;
      if (used.users > 0) return;
      open.delete(key);
      void loading.destroy().then(endWorker, endWorker);
    },
  };
}

function endWorker(): void {
  if (open.size > 0) return;
  worker?.destroy();
  worker = undefined;
}
