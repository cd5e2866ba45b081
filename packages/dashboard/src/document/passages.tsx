import type { Document } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { outlineQuery, passagePageQuery, passageQuery } from "./document-parts.ts";
import { OriginalFile } from "./originals/original-file.tsx";
import { isPdf, originalKind } from "./originals/original-kind.ts";
import { Outline } from "./outline.tsx";
import { PageView } from "./page-view.tsx";
import { Passage } from "./passage.tsx";
import { useChosenPassage } from "./use-chosen-passage.ts";

const words = text.document;
const PASSAGE_PIXELS = 150;

/** The passages of a document between its outline and its original. */
export function Passages({ document }: { document: Document }) {
  const { quarry } = useMe();
  const { chosen, page, inList, onPage, chooseInList, chooseElsewhere, turnTo } = useChosenPassage();
  const { chunkCount, updatedAt, mimeType } = document;
  const outline = useQuery(outlineQuery(quarry, document, updatedAt));
  const passage = useQuery(passageQuery(quarry, document, updatedAt, chosen ?? 0));
  const kind = originalKind(mimeType);
  const shownKind = kind === "unshown" ? undefined : kind;
  const rectangles = passage.data?.metadata.rectangles ?? [];
  const hasPages = isPdf(mimeType) || rectangles.length > 0;
  // A picture with recognized text is a page, on which passages are marked.
  const besides = hasPages || (passage.isPending && kind !== "text") ? undefined : shownKind;
  const isPageKnown = page !== undefined || chosen === undefined || !passage.isPending;
  const shownPage = page ?? (chosen === undefined ? undefined : rectangles[0]?.page) ?? 1;
  const headings = outline.data ?? [];
  const columns = [
    "document-columns",
    ...(headings.length > 0 ? ["with-outline"] : []),
    ...(hasPages || besides ? ["with-side"] : []),
    ...(besides ? ["wide"] : []),
  ];
  return (
    <div className={columns.join(" ")}>
      <Outline
        headings={headings}
        onChoose={(heading) => chooseElsewhere(heading.firstChunk, hasPages ? heading.page : undefined)}
      />
      {(hasPages || besides) && (
        <div className="document-side">
          {hasPages && isPageKnown && (
            <PageView
              name={document}
              mimeType={mimeType}
              page={shownPage}
              passage={passage.data ?? undefined}
              chosen={chosen}
              scrollTo={onPage}
              onChoose={({ chunkIndex }) => chooseElsewhere(chunkIndex, shownPage)}
              onTurn={turnTo}
            />
          )}
          {besides && (
            <OriginalFile
              document={document}
              kind={besides}
              passage={chosen === undefined && kind === "text" ? undefined : (passage.data ?? undefined)}
            />
          )}
        </div>
      )}
      <div className="document-passages">
        {chunkCount === 0 ? (
          <Empty icon="file-text" title={words.noPassages} hint={words.noPassagesHint} />
        ) : (
          <PagedList
            total={chunkCount}
            page={(at) => passagePageQuery(quarry, document, updatedAt, at)}
            rowClass="passage-row"
            rowPixels={PASSAGE_PIXELS}
            scrollTo={inList}
            row={(item) => (
              <Passage
                passage={item}
                isChosen={item.chunkIndex === chosen}
                onChoose={() => chooseInList(item.chunkIndex, item.metadata.rectangles?.[0]?.page)}
              />
            )}
          />
        )}
      </div>
    </div>
  );
}
