/** A file to upload, and its name in the space: its path below the folder that was dropped. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** What was dropped. */
export interface DroppedFiles {
  readonly files: PickedFile[];
  /** Paths of files and folders that the browser could not read. */
  readonly unreadable: string[];
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
export async function filesOfDrop(transfer: DataTransfer): Promise<DroppedFiles> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return { files: filesOfInput(transfer.files), unreadable: [] };
  const found: DroppedFiles = { files: [], unreadable: [] };
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: DroppedFiles): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (LEFT_OUT.test(path)) return;
  try {
    if (entry.isFile) found.files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    else await collectFolder(entry as FileSystemDirectoryEntry, found);
  } catch {
    found.unreadable.push(path);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function collectFolder(folder: FileSystemDirectoryEntry, found: DroppedFiles): Promise<void> {
  const reader = folder.createReader();
  // A browser returns at most a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const child of some) await collect(child, found);
  }
}
