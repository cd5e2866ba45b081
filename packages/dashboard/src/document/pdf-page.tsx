import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { ORGANIZATION_HEADER, useMe } from "../api/person.tsx";
import { Problem } from "../components/states.tsx";
import type { DocumentName } from "./document-parts.ts";

const RANGE_BYTES = 262_144;

/** Draws a page of a PDF. Of a large file it reads only the parts that the page needs. */
export function PdfPage({ name, page }: { name: DocumentName; page: number }) {
  const organizationId = useMe().person.organization?.id ?? "";
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<PDFDocumentProxy>();
  const [problem, setProblem] = useState<unknown>();

  useEffect(() => {
    GlobalWorkerOptions.workerSrc =
      document.querySelector<HTMLMetaElement>("meta[name=pdf-worker]")?.content ?? "";
    const loading = getDocument({
      url: `/api/spaces/${name.spaceId}/documents/${name.id}/file`,
      rangeChunkSize: RANGE_BYTES,
      disableAutoFetch: true,
      disableStream: true,
      isEvalSupported: false,
      httpHeaders: { [ORGANIZATION_HEADER]: organizationId },
      useWasm: false,
    });
    let isOver = false;
    loading.promise.then(setFile, (error: unknown) => {
      if (!isOver) setProblem(error);
    });
    return () => {
      isOver = true;
      void loading.destroy();
    };
  }, [name.spaceId, name.id, organizationId]);

  useEffect(() => {
    if (!file) return;
    let drawing: { cancel(): void; promise: Promise<void> } | undefined;
    let isOver = false;
    async function draw(pdf: PDFDocumentProxy): Promise<void> {
      const sheet = await pdf.getPage(page);
      const target = canvas.current;
      if (isOver || !target) return;
      delete target.dataset.page;
      const { width } = sheet.getViewport({ scale: 1 });
      const scale = (target.clientWidth * devicePixelRatio) / width;
      const viewport = sheet.getViewport({ scale });
      target.width = Math.round(viewport.width);
      target.height = Math.round(viewport.height);
      drawing = sheet.render({ canvas: target, viewport });
      await drawing.promise;
      target.dataset.page = String(page);
    }
    draw(file).catch((error: unknown) => {
      if (!isOver) setProblem(error);
    });
    return () => {
      isOver = true;
      drawing?.cancel();
    };
  }, [file, page]);

  return problem === undefined ? <canvas ref={canvas} className="original" /> : <Problem error={problem} />;
}
