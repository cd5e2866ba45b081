import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { filesOfDrop, filesOfInput, type PickedFile } from "./picked-files.ts";

const words = text.uploads;
/** Unreadable entries of a drop whose names are shown. */
const NAMED = 3;

/** Takes files and folders that are dropped anywhere on its content. */
export function DropZone({
  onFiles,
  children,
}: {
  onFiles: (files: PickedFile[]) => void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const enter = (change: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current += change;
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same.
    <div
      className="drop-zone"
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        void filesOfDrop(event.dataTransfer).then(({ files, unreadable }) => {
          onFiles(files);
          if (unreadable.length > 0) showToast(unreadableText(unreadable));
        });
      }}
    >
      {children}
      {isOver && (
        <div className="drop-hint" aria-hidden="true">
          <Icon name="upload" size={30} />
          <strong>{words.dropHere}</strong>
        </div>
      )}
    </div>
  );
}

function unreadableText(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).join(text.app.comma);
  const more = paths.length - NAMED;
  return words.unreadableOfDrop(more > 0 ? `${named}${text.app.comma}${words.moreFailures(more)}` : named);
}

/** Buttons that pick files, or a folder with everything in it. */
export function UploadButtons({ onFiles }: { onFiles: (files: PickedFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const pick = (input: HTMLInputElement | null) => {
    onFiles(filesOfInput(input?.files ?? null));
    // The same files can be picked again.
    if (input) input.value = "";
  };
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={words.files}
        onChange={() => pick(files.current)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={words.folder}
        {...{ webkitdirectory: "" }}
        onChange={() => pick(folder.current)}
      />
      <button type="button" className="button" onClick={() => folder.current?.click()}>
        <Icon name="folder" />
        {words.folder}
      </button>
      <button type="button" className="button primary" onClick={() => files.current?.click()}>
        <Icon name="upload" />
        {words.files}
      </button>
    </>
  );
}
