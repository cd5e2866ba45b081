import type { PageRectangles, QueryResult } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { loadPart } from "../api/load-part.ts";
import { useMe } from "../api/person.tsx";
import { useSeen } from "../components/use-seen.ts";
import { documentQuery } from "../document/document-parts.ts";
import { Marks } from "../document/marks.tsx";
import { text } from "../text/text.ts";

const PdfThumbnail = lazy(async () => {
  const module = await loadPart(() => import("../document/pdf-thumbnail.tsx"));
  return { default: module.PdfThumbnail };
});

type Result = QueryResult<Record<string, unknown>>;

/** A larger PDF may have to be read as a whole when it is damaged. */
const MAX_FILE_BYTES = 50_000_000;
const FRESH_MS = 60_000;
/** Pictures have rectangles, too, and would be loaded as a whole. */
const PICTURE = /\.(?:png|jpe?g|tiff?|gif|webp|avif|bmp|svg)$/i;

/** The page of a PDF on which a result stands, small, with the passage marked; nothing for results without one. */
export function PageThumbnail({ result }: { result: Result }) {
  const [page] = result.place.rectangles ?? [];
  if (!page || PICTURE.test(result.document.filename)) return null;
  return <Thumbnail result={result} page={page} />;
}

function Thumbnail({ result, page }: { result: Result; page: PageRectangles }) {
  const { chunk, document, space } = result;
  const { quarry } = useMe();
  const [place, isSeen] = useSeen();
  const [isFailed, setFailed] = useState(false);
  const name = { spaceId: space.id, id: document.id };
  const record = useQuery({ ...documentQuery(quarry, name), enabled: isSeen, staleTime: FRESH_MS });
  const file = record.data;
  const isPdf = file?.mimeType === "application/pdf" && Number(file.fileSize) <= MAX_FILE_BYTES;
  if (isFailed || record.isError || (file && !isPdf)) return null;
  return (
    <span ref={place} className="thumbnail">
      <Link
        to="/spaces/$spaceId/documents/$documentId"
        params={{ spaceId: space.id, documentId: document.id }}
        search={{ passage: chunk.chunkIndex }}
        className="paper"
        aria-label={text.original.thumbnail(page.page)}
        style={{ aspectRatio: `${page.width} / ${page.height}` }}
      >
        {isPdf && (
          <Suspense>
            <PdfThumbnail name={name} page={page.page} onFailed={setFailed} />
          </Suspense>
        )}
        <Marks page={page} />
      </Link>
    </span>
  );
}
