import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { isTemporary, statusOf } from "../api/errors.ts";
import { RETRY_MS } from "../api/refresh-every.ts";
import { Problem } from "../components/states.tsx";
import type { DocumentName } from "./document-parts.ts";
import { drawPdfPage } from "./draw-pdf-page.ts";
import { pdfProblem } from "./pdf-problem.ts";
import { usePdf } from "./use-pdf.ts";

/** A page that could not be drawn from an opened file. */
interface Undrawn {
  readonly file: PDFDocumentProxy;
  readonly problem: unknown;
}

/** Draws a page of a PDF. Of a large file it reads only the parts that the page needs. */
export function PdfPage({ name, page }: { name: DocumentName; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: file, error, refetch } = usePdf(name);
  const [undrawn, setUndrawn] = useState<Undrawn>();
  const problem = undrawn && undrawn.file === file ? undrawn.problem : undefined;

  useEffect(() => {
    if (!file || !canvas.current) return;
    let isOver = false;
    const drawing = drawPdfPage(file, page, canvas.current);
    drawing.done.catch(pdfProblem).then((found) => {
      if (!isOver && found !== undefined) setUndrawn({ file, problem: found });
    });
    return () => {
      isOver = true;
      drawing.cancel();
    };
  }, [file, page]);

  // pdf.js does not ask again for a part that was refused, so the file is opened again, which also finds why.
  const isRefused = statusOf(problem) !== undefined || isTemporary(problem);
  useEffect(() => {
    if (!isRefused) return;
    const again = setTimeout(() => void refetch(), RETRY_MS);
    return () => clearTimeout(again);
  }, [isRefused, refetch]);

  if (file && problem === undefined) return <canvas ref={canvas} className="original" />;
  const shown = error ?? problem;
  return shown ? <Problem error={shown} onRetry={() => void refetch()} /> : null;
}
