import { useQueries } from "@tanstack/react-query";
import { useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { PAGE_SIZE } from "../api/page-size.ts";

/** A query for one page of a list. */
export interface PageQuery<Item> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<{ readonly data: readonly Item[] }>;
  readonly staleTime?: number;
}

/** A row to scroll to. */
interface ScrollTarget {
  readonly index: number;
}

/** A list of any length. Only the rows in view exist, and only their pages are read, so 100,000 of them scroll. */
export function PagedList<Item>(props: {
  total: number;
  /** The query of a page, counted from 1. */
  page: (page: number) => PageQuery<Item>;
  row: (item: Item) => ReactNode;
  rowClass: string;
  /** The usual height of a row. */
  rowPixels: number;
  /** A row to scroll to, unless it is in view. A new object scrolls again. */
  scrollTo?: ScrollTarget | undefined;
}) {
  const { total, page, row, rowClass, rowPixels, scrollTo } = props;
  const list = useRef<HTMLUListElement>(null);
  const top = useOffsetTop(list);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowPixels,
    overscan: 8,
    scrollMargin: top,
    // A row that is scrolled to starts there, so that its start is in view even if it is higher than the window.
    scrollPaddingStart: innerHeight / 4,
  });
  const inView = rows.getVirtualItems();
  const [first = 0, last = 0] = [inView[0]?.index, inView.at(-1)?.index];
  const firstPage = Math.floor(first / PAGE_SIZE) + 1;
  const lastPage = Math.floor(last / PAGE_SIZE) + 1;
  const queries = useMemo(
    () => Array.from({ length: lastPage - firstPage + 1 }, (_, at) => page(firstPage + at)),
    [page, firstPage, lastPage],
  );
  const pages = useQueries({ queries });
  const itemAt = (index: number) =>
    pages[Math.floor(index / PAGE_SIZE) + 1 - firstPage]?.data?.data[index % PAGE_SIZE];
  useScrollTo(rows, list, {
    target: top > 0 ? scrollTo : undefined,
    isRead: itemAt(scrollTo?.index ?? 0) !== undefined,
  });
  return (
    <ul ref={list} className="paged-list" style={{ height: rows.getTotalSize() }}>
      {inView.map(({ index, key, start }) => {
        const item = itemAt(index);
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={rowClass}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {item === undefined ? <div className="skeleton" /> : <Row item={item} row={row} />}
          </li>
        );
      })}
    </ul>
  );
}

interface RowProps<Item> {
  readonly item: Item;
  readonly row: (item: Item) => ReactNode;
}

/** The content of a row. The list is drawn for each frame while it scrolls, a row only when its item or `row` changes. */
const Row = memo(function Row<Item>({ item, row }: RowProps<Item>) {
  return row(item);
}) as <Item>(props: RowProps<Item>) => ReactNode;

/** The list grows, and its rows move, some frames after the rows were measured. */
const SCROLL_FRAMES = 10;

/**
 * Scrolls to a row when it is chosen, unless it is in view. A row that was not read yet is only estimated, so the place is
 * corrected when it has been read.
 */
function useScrollTo(
  rows: Virtualizer<Window, Element>,
  list: { readonly current: HTMLElement | null },
  { target, isRead }: { target: ScrollTarget | undefined; isRead: boolean },
): void {
  const progress = useRef<{ target: ScrollTarget; isDone: boolean }>(undefined);
  useEffect(() => {
    if (target === undefined) return;
    const isStarted = progress.current?.target === target;
    if (isStarted && progress.current?.isDone) return;
    progress.current = { target, isDone: isRead };
    const scroll = () => rows.scrollToIndex(target.index, { align: "start" });
    if (isStarted) scroll();
    let frame = 0;
    const keepInView = (frames: number) => {
      if (!isInView(list.current, target.index)) scroll();
      if (frames > 0) frame = requestAnimationFrame(() => keepInView(frames - 1));
    };
    keepInView(SCROLL_FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [rows, list, target, isRead]);
}

/** How far below the top of the page an element starts, also after something above it has grown. */
function useOffsetTop(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = () => {
      const found = element.current?.getBoundingClientRect();
      if (found) setTop(Math.round(found.top + scrollY));
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    const main = element.current?.closest("main");
    for (const child of main?.children ?? []) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

function isInView(list: HTMLElement | null, index: number): boolean {
  const place = list?.querySelector(`:scope > [data-index="${index}"]`)?.getBoundingClientRect();
  return place !== undefined && place.top >= 0 && place.top < innerHeight * 0.8;
}
