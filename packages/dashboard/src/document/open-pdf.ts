import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, type PDFWorker } from "pdfjs-dist";
import { ORGANIZATION_HEADER } from "../api/client.ts";
import type { DocumentName } from "./document-parts.ts";

const RANGE_BYTES = 262_144;

/**
 * Opens the original of a document, which is a PDF. Of a large file, only the parts that its pages need are read.
 * @param worker Undefined for a worker of its own, which ends with it.
 */
export function openPdf(
  { spaceId, id }: DocumentName,
  organizationId: string,
  worker?: PDFWorker,
): PDFDocumentLoadingTask {
  preparePdfWorker();
  return getDocument({
    url: `/api/spaces/${spaceId}/documents/${id}/file`,
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    httpHeaders: { [ORGANIZATION_HEADER]: organizationId },
    useWasm: false,
    ...(worker ? { worker } : {}),
  });
}

/** Tells pdf.js where its worker is. */
export function preparePdfWorker(): void {
  GlobalWorkerOptions.workerSrc =
    document.querySelector<HTMLMetaElement>("meta[name=pdf-worker]")?.content ?? "";
}
