import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import { Icon } from "../components/icon.tsx";
import { size } from "../text/format.ts";
import { text } from "../text/text.ts";
import type { QueuedFile } from "./queued-file.ts";
import type { UploadQueue } from "./upload-queue.ts";

const words = text.uploads;
const ROW_PIXELS = 28;

/** Shows how far the document of a file is that has arrived. */
export type StageOf = (documentId: string) => ReactNode;

/** The files of an upload. Only the rows in view exist: there may be thousands. */
export function UploadList(props: { queue: UploadQueue; files: readonly QueuedFile[]; stageOf: StageOf }) {
  const { queue, files, stageOf } = props;
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => files[index]?.id ?? index,
    estimateSize: () => ROW_PIXELS,
    overscan: 8,
  });
  // A correction would end the scrolling by a key half-way.
  rows.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll a list that has the focus.
    <section ref={frame} className="upload-files" tabIndex={0} aria-label={words.list}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const file = files[index];
          if (file === undefined) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="clip" dir="auto" title={file.path}>
                {file.path}
              </span>
              <FileState file={file} queue={queue} stageOf={stageOf} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Where a file is: its bytes while it is sent, then the stage of its document. */
function FileState({ file, queue, stageOf }: { file: QueuedFile; queue: UploadQueue; stageOf: StageOf }) {
  const { state, path, problem, sentBytes, documentId } = file;
  if (state === "failed")
    return (
      <>
        <span className="upload-problem" dir="auto">
          <Icon name="alert" size={16} />
          {problem}
        </span>
        <button
          type="button"
          className="button small square"
          aria-label={`${text.action.retry}: ${path}`}
          onClick={() => queue.retry(file.id)}
        >
          <Icon name="retry" size={16} />
        </button>
      </>
    );
  if (state === "sending")
    return <span className="faint number">{words.bytes(size(sentBytes), size(file.file.size))}</span>;
  if (documentId === undefined) return <span className="faint">{words.waiting}</span>;
  return (
    <>
      {state === "unchanged" && <span className="faint">{words.unchangedFile}</span>}
      {stageOf(documentId)}
    </>
  );
}
