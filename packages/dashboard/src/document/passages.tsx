import type { Document } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "../api/person.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { outlineQuery, passagePageQuery, passageQuery } from "./document-parts.ts";
import { OriginalFile } from "./originals/original-file.tsx";
import { originalKind } from "./originals/original-kind.ts";
import { Outline } from "./outline.tsx";
import { PageView } from "./page-view.tsx";
import { Passage } from "./passage.tsx";

const words = text.document;
const route = getRouteApi("/spaces/$spaceId/documents/$documentId");
const PASSAGE_PIXELS = 150;

/** The passages of a document beside its original and its outline. */
export function Passages({ document }: { document: Document }) {
  const { quarry } = useMe();
  const { passage: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { chunkCount, updatedAt, mimeType } = document;
  const outline = useQuery(outlineQuery(quarry, document, updatedAt));
  const passage = useQuery(passageQuery(quarry, document, updatedAt, chosen ?? 0));
  const choose = (index: number) =>
    void navigate({ to: ".", search: { passage: index }, replace: true, resetScroll: false });
  const kind = originalKind(mimeType);
  const shownKind = kind === "unshown" ? undefined : kind;
  if (chunkCount === 0)
    return (
      <>
        <Empty icon="file-text" title={words.noPassages} hint={words.noPassagesHint} />
        {shownKind && <OriginalFile document={document} kind={shownKind} />}
      </>
    );
  const hasPage = (passage.data?.metadata.rectangles?.length ?? 0) > 0;
  // A picture with recognized text is a page, on which the passage is marked.
  const besides = hasPage || passage.isPending ? undefined : shownKind;
  const hasSide = hasPage || besides !== undefined || (outline.data?.length ?? 0) > 0;
  const columns = besides === undefined ? "document-columns" : "document-columns wide";
  return (
    <div className={hasSide ? columns : undefined}>
      {hasSide && (
        <aside className="document-side" aria-label={words.side}>
          {passage.data && <PageView name={document} mimeType={mimeType} passage={passage.data} />}
          {besides && (
            <OriginalFile
              document={document}
              kind={besides}
              sheet={passage.data?.metadata.sheet as string | undefined}
            />
          )}
          <Outline headings={outline.data ?? []} onChoose={choose} />
        </aside>
      )}
      <PagedList
        total={chunkCount}
        page={(page) => passagePageQuery(quarry, document, updatedAt, page)}
        rowClass="passage-row"
        rowPixels={PASSAGE_PIXELS}
        scrollTo={chosen}
        row={(item) => (
          <Passage
            passage={item}
            isChosen={item.chunkIndex === chosen}
            onChoose={() => choose(item.chunkIndex)}
          />
        )}
      />
    </div>
  );
}
