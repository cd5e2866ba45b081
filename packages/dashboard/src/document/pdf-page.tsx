import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { useMe } from "../api/person.tsx";
import { Problem } from "../components/states.tsx";
import type { DocumentName } from "./document-parts.ts";
import { drawPdfPage } from "./draw-pdf-page.ts";
import { openPdf } from "./open-pdf.ts";

/** Draws a page of a PDF. Of a large file it reads only the parts that the page needs. */
export function PdfPage({ name, page }: { name: DocumentName; page: number }) {
  const organizationId = useMe().person.organization?.id ?? "";
  const { spaceId, id } = name;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<PDFDocumentProxy>();
  const [problem, setProblem] = useState<unknown>();

  useEffect(() => {
    const loading = openPdf({ spaceId, id }, organizationId);
    let isOver = false;
    loading.promise.then(setFile, (error: unknown) => {
      if (!isOver) setProblem(error);
    });
    return () => {
      isOver = true;
      void loading.destroy();
    };
  }, [spaceId, id, organizationId]);

  useEffect(() => {
    if (!file || !canvas.current) return;
    let isOver = false;
    const drawing = drawPdfPage(file, page, canvas.current);
    drawing.done.catch((error: unknown) => {
      if (!isOver) setProblem(error);
    });
    return () => {
      isOver = true;
      drawing.cancel();
    };
  }, [file, page]);

  return problem === undefined ? <canvas ref={canvas} className="original" /> : <Problem error={problem} />;
}
