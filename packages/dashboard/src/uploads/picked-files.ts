/** A file to upload, and its name in the space: its path below the folder that was dropped. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** Files that systems leave in folders, and hidden ones. */
const LEFT_OUT = /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)(\/|$)/;

/** The files of a file field. A field for folders gives paths. */
export function filesOfInput(list: FileList | null): PickedFile[] {
  return [...(list ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !LEFT_OUT.test(path));
}

/** The files of a drop, with all files in dropped folders. Call it in the event's handler: the browser empties the list after it. */
export async function filesOfDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return filesOfInput(transfer.files);
  const found: PickedFile[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: PickedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (LEFT_OUT.test(path)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A browser returns at most a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const child of some) await collect(child, found);
  }
}
