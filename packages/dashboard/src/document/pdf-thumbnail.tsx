import { useEffect, useRef } from "react";
import { useMe } from "../api/person.tsx";
import type { DocumentName } from "./document-parts.ts";
import { type Drawing, drawPdfPage } from "./draw-pdf-page.ts";
import { inTurn } from "./drawing-turns.ts";
import { sharePdf } from "./shared-pdfs.ts";

/**
 * Draws a page of a PDF small. Thumbnails of one document share its file, and few are drawn at once.
 * @param props.onFailed Gets true if the page cannot be drawn.
 */
export function PdfThumbnail(props: {
  name: DocumentName;
  page: number;
  onFailed: (isFailed: boolean) => void;
}) {
  const { page, onFailed } = props;
  const { spaceId, id } = props.name;
  const organizationId = useMe().person.organization?.id ?? "";
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let drawing: Drawing | undefined;
    let leave: (() => void) | undefined;
    let isOver = false;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function draw(): Promise<void> {
      if (isOver) return;
      const shared = sharePdf({ spaceId, id }, organizationId);
      leave = shared.leave;
      const pdf = await shared.file;
      if (isOver || !canvas.current) return;
      drawing = drawPdfPage(pdf, page, canvas.current);
      await drawing.done;
    }
    inTurn(() => Promise.race([draw(), ended])).catch(() => {
      if (!isOver) onFailed(true);
    });
    return () => {
      isOver = true;
      drawing?.cancel();
      leave?.();
      end();
    };
  }, [spaceId, id, page, organizationId, onFailed]);

  return <canvas ref={canvas} className="original" />;
}
