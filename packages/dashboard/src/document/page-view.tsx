import type { DocumentChunk } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { useMe } from "../api/person.tsx";
import { text } from "../text/text.ts";
import { passagesOnPageQuery } from "./document-parts.ts";
import type { PageSize } from "./draw-pdf-page.ts";
import { Original } from "./original.tsx";
import type { OriginalName } from "./originals/read-original.tsx";
import { PageMarks } from "./page-marks.tsx";
import { PageTurner } from "./page-turner.tsx";

const words = text.document;
const A4: PageSize = { width: 595, height: 842 };
const TURNS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** A page of the original, with all passages on it marked. Its pages are turned by buttons, by number and by keys. */
export function PageView(props: {
  name: OriginalName;
  mimeType: string;
  page: number;
  /** The chosen passage. */
  passage: DocumentChunk | undefined;
  /** Index of the chosen passage. */
  chosen: number | undefined;
  /** The passage whose lines to scroll to. */
  scrollTo: { readonly index: number } | undefined;
  onChoose: (passage: DocumentChunk) => void;
  onTurn: (page: number) => void;
}) {
  const { name, mimeType, passage, chosen, scrollTo, onChoose, onTurn } = props;
  const { quarry } = useMe();
  const view = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<number>();
  const [drawn, setDrawn] = useState(A4);
  const rectangles = passage?.metadata.rectangles ?? [];
  const pageCount = opened ?? Math.max(1, ...rectangles.map(({ page }) => page));
  const page = opened === undefined ? props.page : Math.min(props.page, opened);
  const found = useQuery(passagesOnPageQuery(quarry, name, name.updatedAt, page));
  const passages = found.data ?? (passage ? [passage] : []);
  const { width, height } = sizeOf(passages, page) ?? drawn;

  function turnTo(wanted: number): void {
    const next = Math.min(Math.max(wanted, 1), pageCount);
    if (next !== page) onTurn(next);
  }

  function turnByKey(event: KeyboardEvent): void {
    const by = TURNS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // The marks of this page vanish, and with them the focus.
    if ((event.target as Element).closest(".page-marks")) view.current?.focus();
    turnTo(page + by);
  }

  return (
    <section ref={view} className="page-view" aria-label={words.original} tabIndex={-1} onKeyDown={turnByKey}>
      <div className="page-view-head">
        <h2>{words.original}</h2>
        {pageCount > 1 && <PageTurner page={page} pageCount={pageCount} onTurn={turnTo} />}
      </div>
      <p className="visually-hidden" role="status">
        {words.pageOf(page, pageCount)}
      </p>
      <div
        className="paper"
        style={{ aspectRatio: `${width} / ${height}`, "--ratio": width / height } as CSSProperties}
      >
        <Original name={name} mimeType={mimeType} page={page} onOpen={setOpened} onSize={setDrawn} />
        <PageMarks page={page} passages={passages} chosen={chosen} scrollTo={scrollTo} onChoose={onChoose} />
      </div>
    </section>
  );
}

function sizeOf(passages: readonly DocumentChunk[], page: number): PageSize | undefined {
  return passages
    .flatMap(({ metadata }) => metadata.rectangles ?? [])
    .find((rectangles) => rectangles.page === page);
}
