import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { parseError } from "../document/parse-error.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { openZip, type ZipFiles } from "../zip/zip-files.ts";
import { chapterOf, headed } from "./book-chapter.ts";
import { type ContentsEntry, readContents } from "./book-contents.ts";
import { encryptedEntries } from "./book-encryption.ts";
import { type BookPackage, readPackage } from "./book-package.ts";

const KIND = "EPUB book";
/** Chapters that are unpacked at a time: unpacking reads the archive's list of entries each time. */
const BATCH = 50;

/** Parses a book: its title and authors, then its chapters in reading order. Pictures are ignored. */
export async function parseEpub({ bytes }: ParseInput): Promise<ParsedDocument> {
  const files = openZip(bytes, KIND);
  const book = readPackage(files);
  if (book.spine.length === 0) throw damagedError(KIND);
  assertReadable(files, book);
  let read = writeBook(files, book, { keepAll: false });
  // Keep the navigation of a book that has no other text.
  if (read.chapters === 0) read = writeBook(files, book, { keepAll: true });
  if (read.chapters === 0)
    throw parseError("The file holds no text.", "Send a file that contains text, or send the text itself.");
  const unread = read.unread + book.missing;
  return read.text.finish("application/epub+zip", {
    ...(book.title ? { title: book.title } : {}),
    warnings: unread > 0 ? [`${count(unread)} of the book could not be read.`] : [],
  });
}

function assertReadable(files: ZipFiles, { spine }: BookPackage): void {
  const encrypted = encryptedEntries(files);
  if (spine.some((name) => encrypted.has(name.toLowerCase())))
    throw parseError("The book is encrypted by copy protection (DRM).", "Send a copy without protection.");
}

function writeBook(
  files: ZipFiles,
  book: BookPackage,
  options: { keepAll: boolean },
): { text: DocumentText; chapters: number; unread: number } {
  const text = new DocumentText();
  const contents = contentsOf(files, book);
  text.add("paragraph", headOf(book));
  let chapters = 0;
  let unread = 0;
  for (let at = 0; at < book.spine.length; at += BATCH) {
    const names = book.spine.slice(at, at + BATCH);
    const pages = files.readAll(names);
    for (const name of names) {
      const page = pages.get(name);
      const read = page && chapterOf(page, options);
      if (!read) unread += 1;
      if (!read || read.blocks.length === 0) continue;
      chapters += 1;
      const { chapter, heading } = headed(read, contents.get(name.toLowerCase()));
      if (heading) text.heading(heading.level, heading.label);
      text.append(chapter.text, chapter.blocks);
    }
  }
  return { text, chapters, unread };
}

function contentsOf(files: ZipFiles, book: BookPackage): ReadonlyMap<string, ContentsEntry> {
  for (const [name, source] of files.readAll(book.contents)) {
    const entries = readContents(name, source);
    if (entries.size > 0) return entries;
  }
  return new Map();
}

function headOf({ title, creators, language }: BookPackage): string {
  return [
    ["Title", title],
    ["Author", creators.join(", ")],
    ["Language", language],
  ]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function count(unread: number): string {
  return unread === 1 ? "1 chapter" : `${unread} chapters`;
}
