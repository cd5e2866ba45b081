import type { ParsedDocument } from "@quarry/core";
import type { CompoundFile } from "../compound/compound-file.ts";
import { DocumentText } from "../document/document-text.ts";
import { damagedError, passwordError } from "../zip/zip-errors.ts";
import { currentObjects } from "./ppt-objects.ts";
import { type PptRecord, recordsIn } from "./ppt-records.ts";

/** The type of PowerPoint presentations before 2007. */
const PPT = "application/vnd.ms-powerpoint";
/** Record types of [MS-PPT] 2.13.24. */
const [SLIDE_LIST, SLIDE_PERSIST, TEXT_HEADER, TEXT_CHARS, TEXT_BYTES] = [4080, 1011, 3999, 4000, 4008];
/** Instances of the slide list: slides, and their notes. */
const [SLIDES, NOTES] = [0, 2];
/** Kinds of texts that are a slide's title. */
const TITLES: ReadonlySet<number> = new Set([0, 6]);
const ENCRYPTED = 0xf3d1c4df;
const TOKEN_OFFSET = 12;
const MAX_DEPTH = 30;

interface Text {
  readonly isTitle: boolean;
  readonly text: string;
}

/** Parses a presentation: each slide with its title, its texts, and then its notes. */
export function parsePpt(file: CompoundFile): ParsedDocument {
  const stream = file.stream("PowerPoint Document");
  const user = file.stream("Current User");
  if (!stream || !user) throw damagedError("PowerPoint presentation");
  if (Buffer.from(user).readUInt32LE(TOKEN_OFFSET) === ENCRYPTED) throw passwordError();
  const { document, objectAt } = currentObjects(Buffer.from(stream), Buffer.from(user));
  const slides = textsOf(document, SLIDES, objectAt);
  const notes = textsOf(document, NOTES, objectAt);
  const out = new DocumentText();
  for (const [at, texts] of slides.entries()) {
    out.place = { slide: at + 1 };
    const title = texts.find(({ isTitle }) => isTitle);
    if (title) out.heading(1, title.text);
    for (const text of [...texts.filter((other) => other !== title), ...(notes[at] ?? [])])
      out.add("paragraph", text.text);
  }
  return out.finish(PPT);
}

/** The texts of each slide or its notes, in the list of slides and in shapes. */
function textsOf(
  document: PptRecord,
  instance: number,
  objectAt: (id: number) => PptRecord | undefined,
): Text[][] {
  const list = [...recordsIn(document)].find(
    (record) => record.type === SLIDE_LIST && record.instance === instance,
  );
  const slides: { id: number; records: PptRecord[] }[] = [];
  for (const record of list ? recordsIn(list) : [])
    if (record.type === SLIDE_PERSIST) slides.push({ id: record.content.readUInt32LE(0), records: [] });
    else slides.at(-1)?.records.push(record);
  return slides.map(({ id, records }) => {
    const object = objectAt(id);
    return [...readTexts(records), ...(object ? readTexts(allRecords(object)) : [])];
  });
}

function* readTexts(records: Iterable<PptRecord>): Generator<Text> {
  let kind = -1;
  for (const { type, content } of records) {
    if (type === TEXT_HEADER) kind = content.readUInt32LE(0);
    else if (type === TEXT_CHARS || type === TEXT_BYTES) {
      const text = content.toString(type === TEXT_CHARS ? "utf16le" : "latin1");
      yield { isTitle: TITLES.has(kind), text: text.replace(/[\r\v]/g, "\n").trim() };
    }
  }
}

/** A record's parts, and their parts. */
function* allRecords(record: PptRecord, depth = 0): Generator<PptRecord> {
  for (const part of recordsIn(record)) {
    yield part;
    if (part.isContainer && depth < MAX_DEPTH) yield* allRecords(part, depth + 1);
  }
}
