import type { DocumentChunk } from "@quarry/sdk";
import { useState } from "react";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";
import { Marks } from "./marks.tsx";
import { Original } from "./original.tsx";
import type { OriginalName } from "./originals/read-original.tsx";

const words = text.document;

/** The page of the original on which a passage stands, with the passage marked. */
export function PageView(props: { name: OriginalName; mimeType: string; passage: DocumentChunk }) {
  const { name, mimeType, passage } = props;
  const pages = passage.metadata.rectangles ?? [];
  const [at, setAt] = useState({ id: passage.id, page: 0 });
  const shown = at.id === passage.id ? at.page : 0;
  const current = pages[shown];
  if (!current) return null;
  const turn = (by: number) => setAt({ id: passage.id, page: shown + by });
  return (
    <section className="page-view" aria-label={words.original}>
      <div className="page-view-head">
        <h2>{words.onPage(current.page)}</h2>
        {pages.length > 1 && (
          <div className="panel-actions">
            <button
              type="button"
              className="button small square"
              aria-label={words.previousPage}
              disabled={shown === 0}
              onClick={() => turn(-1)}
            >
              <Icon name="back" size={16} />
            </button>
            <button
              type="button"
              className="button small square turned"
              aria-label={words.nextPage}
              disabled={shown === pages.length - 1}
              onClick={() => turn(1)}
            >
              <Icon name="back" size={16} />
            </button>
          </div>
        )}
      </div>
      <div className="paper" style={{ aspectRatio: `${current.width} / ${current.height}` }}>
        <Original name={name} mimeType={mimeType} page={current} />
        <Marks page={current} />
      </div>
    </section>
  );
}
