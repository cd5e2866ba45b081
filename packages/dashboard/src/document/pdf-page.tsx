import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isTemporary, statusOf } from "../api/errors.ts";
import { RETRY_MS } from "../api/refresh-every.ts";
import { Problem } from "../components/states.tsx";
import type { DocumentName } from "./document-parts.ts";
import { drawPdfPage, type PageSize } from "./draw-pdf-page.ts";
import { pdfProblem } from "./pdf-problem.ts";
import { usePdf } from "./use-pdf.ts";

/** A page that could not be drawn from an opened file. */
interface Undrawn {
  readonly file: PDFDocumentProxy;
  readonly page: number;
  readonly problem: unknown;
}

/**
 * Draws a page of a PDF, the last one for a larger number. Of a large file it reads only the parts that the page needs.
 * @param props.onOpen Gets the number of pages.
 * @param props.onSize Gets the size of the page before it is drawn. Both must stay the same.
 */
export function PdfPage(props: {
  name: DocumentName;
  page: number;
  onOpen: (pageCount: number) => void;
  onSize: (size: PageSize) => void;
}) {
  const { name, page, onOpen, onSize } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: file, error, refetch } = usePdf(name);
  const [undrawn, setUndrawn] = useState<Undrawn>();
  const problem = undrawn?.file === file && undrawn?.page === page ? undrawn.problem : undefined;

  useEffect(() => {
    if (file) onOpen(file.numPages);
  }, [file, onOpen]);

  useEffect(() => {
    if (!file || !canvas.current) return;
    let isOver = false;
    // The canvas has the size of the page before its pixels are counted.
    const drawing = drawPdfPage(file, Math.min(page, file.numPages), canvas.current, (size) =>
      flushSync(() => onSize(size)),
    );
    drawing.done.catch(pdfProblem).then((found) => {
      if (!isOver && found !== undefined) setUndrawn({ file, page, problem: found });
    });
    return () => {
      isOver = true;
      drawing.cancel();
    };
  }, [file, page, onSize]);

  // pdf.js does not ask again for a part that was refused, so the file is opened again, which also finds why.
  const isRefused = statusOf(problem) !== undefined || isTemporary(problem);
  useEffect(() => {
    if (!isRefused) return;
    const again = setTimeout(() => void refetch(), RETRY_MS);
    return () => clearTimeout(again);
  }, [isRefused, refetch]);

  // Another page has another canvas, so that no page is seen below the marks of the next one.
  if (file && problem === undefined) return <canvas key={page} ref={canvas} className="original" />;
  const shown = error ?? problem;
  return shown ? <Problem error={shown} onRetry={() => void refetch()} /> : null;
}
