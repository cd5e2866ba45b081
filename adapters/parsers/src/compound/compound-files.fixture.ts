import { utils, write } from "cfb";

/** A compound file with some streams. */
export function compoundOf(streams: Readonly<Record<string, Buffer>>): Uint8Array {
  const container = utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(container, `/${name}`, content);
  return new Uint8Array(write(container, { type: "buffer" }) as Buffer);
}

/** A Word document of one piece of text, whose paragraphs end with `\r`. */
export function docOf(text: string, flags = 0): Uint8Array {
  const textAt = 2048;
  const main = Buffer.alloc(Math.max(8192, textAt + text.length * 2));
  main.writeUInt16LE(0xa5ec, 0);
  // The table is in the stream `1Table`.
  main.writeUInt16LE(0x200 | flags, 10);
  main.writeUInt32LE(textAt, 0x18);
  main.writeUInt32LE(text.length, 0x4c);
  main.writeUInt32LE(0, 0x1a2);
  main.write(text, textAt, "utf16le");
  const table = Buffer.alloc(4096);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(0, 5);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(textAt, 15);
  return compoundOf({ WordDocument: main, "1Table": table });
}

const xlsRecord = (type: number, content: Buffer) => {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(type, 0);
  header.writeUInt16LE(content.length, 2);
  return Buffer.concat([header, content]);
};

/** Little-endian fields of one (`b`), two (`w`), four (`d`) or eight bytes (`f`: a double). */
export function fields(layout: string, ...values: readonly number[]): Buffer {
  return Buffer.concat(
    [...layout].map((kind, at) => {
      const value = values[at] ?? 0;
      const field = Buffer.alloc({ b: 1, w: 2, d: 4, f: 8 }[kind] ?? 0);
      if (kind === "f") field.writeDoubleLE(value);
      else field.writeUIntLE(value, 0, field.length);
      return field;
    }),
  );
}

const wide = (text: string) => Buffer.concat([fields("wb", text.length, 1), Buffer.from(text, "utf16le")]);
const narrow = (text: string) => Buffer.concat([fields("wb", text.length, 0), Buffer.from(text, "latin1")]);

/** An Excel 97 workbook: a visible sheet with each kind of cell, and a hidden one. One string is cut by a record. */
export function smallXls(globals: readonly Buffer[] = []): Uint8Array {
  const bof = (kind: number) => xlsRecord(0x809, fields("wwwwdd", 0x600, kind, 0, 0, 0, 0));
  const eof = xlsRecord(0x0a, Buffer.alloc(0));
  const strings = [
    xlsRecord(
      0xfc,
      Buffer.concat([
        fields("dd", 4, 4),
        narrow("Name"),
        wide("Größe"),
        fields("wb", 8, 0),
        Buffer.from("High"),
      ]),
    ),
    // The characters go on in another width, after their flags.
    xlsRecord(0x3c, Buffer.concat([fields("b", 1), Buffer.from("tide", "utf16le"), narrow("Date")])),
  ];
  const styles = [0, 14].map((format) => xlsRecord(0xe0, fields("www", 0, format, 0)));
  const label = (row: number, column: number, index: number) =>
    xlsRecord(0xfd, fields("wwwd", row, column, 0, index));
  const sheet = [
    ...[bof(0x10), label(0, 0, 0), label(0, 1, 1), label(0, 2, 3), label(1, 0, 2)],
    xlsRecord(0x203, fields("wwwf", 1, 1, 0, 2.75)),
    xlsRecord(0x203, fields("wwwf", 1, 2, 1, 45_000)),
    // Two numbers in 30 bits: an integer, and hundredths.
    xlsRecord(0xbd, fields("wwwdwdw", 2, 1, 0, (42 << 2) | 2, 0, (1234 << 2) | 3, 2)),
    xlsRecord(0x06, Buffer.concat([fields("wwwbbwww", 3, 0, 0, 0, 0, 0, 0, 0xffff), Buffer.alloc(6)])),
    xlsRecord(0x207, wide("Text of a formula")),
    xlsRecord(0x205, fields("wwwbb", 4, 0, 0, 1, 0)),
    xlsRecord(0x205, fields("wwwbb", 4, 1, 0, 0x2a, 1)),
    eof,
  ];
  const hidden = [bof(0x10), label(0, 0, 2), eof];
  const names = (offsets: readonly number[]) =>
    [
      ["Tides", 0],
      ["Secret", 1],
    ].map(([name, state], at) =>
      xlsRecord(
        0x85,
        Buffer.concat([
          fields("dbbbb", offsets[at] ?? 0, Number(state), 0, String(name).length, 0),
          Buffer.from(String(name)),
        ]),
      ),
    );
  const head = (offsets: readonly number[]) =>
    Buffer.concat([bof(5), ...globals, ...names(offsets), ...styles, ...strings, eof]);
  const first = head([]).length;
  const second = first + Buffer.concat(sheet).length;
  return compoundOf({ Workbook: Buffer.concat([head([first, second]), ...sheet, ...hidden]) });
}

/** The record that says that a workbook has a password. */
export const XLS_PASSWORD = xlsRecord(0x2f, fields("www", 1, 1, 1));

const pptRecord = (type: number, content: Buffer, instance = 0, isContainer = false) =>
  Buffer.concat([fields("wwd", (instance << 4) | (isContainer ? 0xf : 0), type, content.length), content]);
const container = (type: number, parts: readonly Buffer[], instance = 0) =>
  pptRecord(type, Buffer.concat(parts), instance, true);
const pptText = (kind: number, text: string) => [
  pptRecord(3999, fields("d", kind)),
  pptRecord(4000, Buffer.from(text, "utf16le")),
];

/** A presentation of one slide: its title and a text in the list of slides, another in a shape, and notes. */
export function smallPpt(token = 0xe391c05f): Uint8Array {
  const shape = container(1036, [
    container(0xf00d, [pptRecord(3999, fields("d", 4)), pptRecord(4008, Buffer.from("In a shape"))]),
  ]);
  const objects = [
    container(1000, [
      container(4080, [
        pptRecord(1011, fields("dd", 2, 0)),
        ...pptText(0, "Tides"),
        ...pptText(1, "High water\rLow water"),
      ]),
      container(4080, [pptRecord(1011, fields("dd", 3, 0))], 2),
    ]),
    container(1006, [shape]),
    container(1008, [container(1036, pptText(2, "Say größer"))]),
  ];
  const offsets = objects.map((_, at) => Buffer.concat(objects.slice(0, at)).length);
  const directoryAt = Buffer.concat(objects).length;
  const directory = pptRecord(6002, fields("dddd", (3 << 20) | 1, ...offsets));
  const edit = pptRecord(4085, fields("ddddddd", 0, 0, 0, directoryAt, 1, 0, 0));
  return compoundOf({
    "PowerPoint Document": Buffer.concat([...objects, directory, edit]),
    "Current User": pptRecord(4086, fields("ddd", 20, token, directoryAt + directory.length)),
  });
}
