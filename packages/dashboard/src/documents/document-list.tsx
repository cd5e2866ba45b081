import type { DocumentStatus } from "@quarry/sdk";
import { useQueries } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { useMe } from "../api/person.tsx";
import { documentPageQuery, PAGE_SIZE } from "./document-queries.ts";
import { DocumentRow } from "./document-row.tsx";

const ROW_PIXELS = 57;

/** The documents of a space. Only the rows in view exist, and only their pages are read, so 100,000 of them scroll. */
export function DocumentList(props: { spaceId: string; status: DocumentStatus | undefined; total: number }) {
  const { spaceId, status, total } = props;
  const { quarry } = useMe();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = () => setTop(list.current?.offsetTop ?? 0);
    place();
    const observer = new ResizeObserver(place);
    if (list.current?.parentElement) observer.observe(list.current.parentElement);
    return () => observer.disconnect();
  }, []);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_PIXELS,
    overscan: 8,
    scrollMargin: top,
  });
  const inView = rows.getVirtualItems();
  const [first = 0, last = 0] = [inView[0]?.index, inView.at(-1)?.index];
  const firstPage = Math.floor(first / PAGE_SIZE) + 1;
  const lastPage = Math.floor(last / PAGE_SIZE) + 1;
  const pages = useQueries({
    queries: Array.from({ length: lastPage - firstPage + 1 }, (_, at) =>
      documentPageQuery(quarry, { spaceId, status, page: firstPage + at }),
    ),
  });
  return (
    <ul ref={list} className="document-list" style={{ height: rows.getTotalSize() }}>
      {inView.map(({ index, key, start }) => {
        const page = pages[Math.floor(index / PAGE_SIZE) + 1 - firstPage];
        const document = page?.data?.data[index % PAGE_SIZE];
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className="document-row"
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {document ? <DocumentRow document={document} /> : <div className="skeleton" />}
          </li>
        );
      })}
    </ul>
  );
}
