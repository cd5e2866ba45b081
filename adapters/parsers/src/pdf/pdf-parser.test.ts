import { describe, expect, test } from "bun:test";
import { outline, parse, rowTexts } from "../parsing.fixture.ts";
import { drawnLines, drawnPdf } from "./drawn-text.fixture.ts";

const BEFORE = ["In the spring the harbour master opened the large cata-"];
const AFTER = ["logue of ships, and wrote the names of all captains into it."];

describe("a sentence that goes on on the next page", () => {
  test("is one paragraph, without the hyphen of its word", async () => {
    const { text, blocks, layout } = await parse(
      "log.pdf",
      drawnPdf([drawnLines(BEFORE), drawnLines(AFTER)]),
    );
    expect(blocks).toHaveLength(1);
    expect(text).toContain("opened the large catalogue of ships");
    const placed = layout?.map(({ page, texts }) => [
      page,
      ...texts.map((at) => text.slice(at.start, at.end)),
    ]);
    expect(placed).toEqual([
      [1, "In the spring the harbour master opened the large cata"],
      [2, "logue of ships, and wrote the names of all captains into it."],
    ]);
  });

  test("keeps its words apart without a hyphen", async () => {
    const pages = [drawnLines(["The master opened the large"]), drawnLines(["catalogue of ships."])];
    expect((await parse("log.pdf", drawnPdf(pages))).text).toBe(
      "The master opened the large catalogue of ships.",
    );
  });

  test("goes on in the next column, too", async () => {
    const column = drawnLines(
      ["Ships of all kinds were noted, and the", "master opened the large cata-"],
      60,
      600,
    );
    const { text, blocks } = await parse("log.pdf", drawnPdf([[...column, ...drawnLines(AFTER, 320)]]));
    expect(text).toContain("the large catalogue of ships");
    expect(blocks).toHaveLength(1);
  });
});

test("a sentence that ends on its page is not joined with the next page", async () => {
  const pages = [
    drawnLines(["The master closed his book."]),
    drawnLines(["and so on, he said, and laughed."]),
  ];
  expect(outline(await parse("log.pdf", drawnPdf(pages)))).toEqual([
    "paragraph: The master closed his book.",
    "paragraph: and so on, he said, and laughed.",
  ]);
});

test("rotated text has the rectangle that it fills", async () => {
  const { layout } = await parse("log.pdf", drawnPdf([[{ text: "Sideways", x: 100, y: 400, degrees: 90 }]]));
  const place = layout?.[0]?.texts[0];
  const [left, top, right, bottom] = place?.rectangle ?? [];
  expect(place?.direction).toBe("up");
  // Helvetica reaches 0.718 above and 0.207 below its baseline.
  expect(left).toBeCloseTo(100 - 0.718 * 11, 1);
  expect(right).toBeCloseTo(100 + 0.207 * 11, 1);
  expect(bottom).toBeCloseTo(400, 1);
  expect(top).toBeLessThan(365);
});

describe("headers", () => {
  const page = (header: string, number: number) => [
    ...drawnLines([`${header} ${number}`], 60, 40),
    ...["One", "Two", "Six", "Ten"].map((word, at) => ({
      ...{ text: `${word} of ${"abcdefghijklmnopqrst"[number]} pilots came ashore.`, x: 60 },
      y: 90 + at * 40,
    })),
  ];

  test("of chapters stay on the first page of their chapter", async () => {
    const pages = Array.from({ length: 20 }, (_, at) =>
      page(["Tides", "Pilots", "Ships", "Wrecks", "Storms"][Math.floor(at / 4)] ?? "", at),
    );
    const { text } = await parse("book.pdf", drawnPdf(pages));
    expect(text.match(/[A-Z]\w+ \d+/g)).toEqual(["Tides 0", "Pilots 4", "Ships 8", "Wrecks 12", "Storms 16"]);
  });

  test("are not the rows of a list that looks alike on all of its pages", async () => {
    const pages = Array.from({ length: 4 }, (_, at) =>
      drawnLines(Array.from({ length: 20 }, (_, row) => `Barrel ${at * 20 + row} of cinnamon`)),
    );
    const { text } = await parse("list.pdf", drawnPdf(pages));
    expect(text.match(/Barrel \d+/g)).toHaveLength(80);
  });
});

describe("tables", () => {
  const ROWS = [
    ["Harbour", "Ships", "Captain"],
    ["Bergen", "12", "Olsen"],
    ["Lisbon", "", "Almeida"],
    ["Aden", "7", "Haddad"],
  ];
  const row = (cells: readonly string[], at: number) =>
    cells.flatMap((text, column) => (text === "" ? [] : [{ text, x: 60 + column * 150, y: 100 + at * 18 }]));

  test("have rows of cells, also empty ones, and a header", async () => {
    const { text, blocks, layout } = await parse("table.pdf", drawnPdf([ROWS.flatMap(row)]));
    expect(blocks.map(({ kind, header }) => [kind, header])).toEqual([
      ["table", "Harbour | Ships | Captain"],
    ]);
    expect(rowTexts({ text, blocks, mimeType: "" })).toEqual([
      "Harbour | Ships | Captain",
      "Bergen | 12 | Olsen",
      "Lisbon |  | Almeida",
      "Aden | 7 | Haddad",
    ]);
    const places = layout?.[0]?.texts.map(({ start, end, rectangle }) => [
      text.slice(start, end),
      rectangle[0],
    ]);
    expect(places?.slice(5, 9)).toEqual([
      ["Olsen", 360],
      ["Lisbon", 60],
      ["Almeida", 360],
      ["Aden", 60],
    ]);
  });

  test("keep the lines of a cell together", async () => {
    const pdf = drawnPdf([
      [
        ...row(["apt update", "Reads the lists of packages"], 0),
        { text: "from all sources.", x: 210, y: 113 },
        ...row(["apt show", "Describes a package."], 2),
      ],
    ]);
    expect(rowTexts(await parse("table.pdf", pdf))).toEqual([
      "apt update | Reads the lists of packages from all sources.",
      "apt show | Describes a package.",
    ]);
  });

  test("keep cells apart that stand close together in one row", async () => {
    const rows = [
      ["Code of the harbour", "Kind", "Price"],
      ["A", "Hardware", "12"],
    ].flatMap(row);
    const close = [
      { text: "Harbour side", x: 135, y: 136 },
      { text: "Chandler", x: 210, y: 136 },
      { text: "7", x: 360, y: 136 },
    ];
    expect(rowTexts(await parse("table.pdf", drawnPdf([[...rows, ...close]])))[2]).toBe(
      "Harbour side | Chandler | 7",
    );
  });

  test("are not lists with a gap after their bullets", async () => {
    const items = ["herring", "cod"].flatMap((fish, at) => [
      { text: "-", x: 60, y: 100 + at * 18 },
      { text: `Pelicans eat ${fish}.`, x: 100, y: 100 + at * 18 },
    ]);
    const { blocks } = await parse("list.pdf", drawnPdf([items]));
    expect(blocks.map(({ kind }) => kind)).toEqual(["list"]);
  });
});

test("columns that are drawn line by line are read one after the other", async () => {
  const left = [
    "The harbour master opened the large",
    "book of ships and wrote all names",
    "of the captains into it before noon",
    "and after noon he slept for a while.",
  ];
  const right = [
    "Meanwhile the pilots rowed out to sea",
    "and waited for the tide to turn, as",
    "they did on every single day of the",
    "year, whether it was calm or stormy.",
  ];
  const drawn = left.flatMap((text, at) => [
    { text, x: 60, y: 100 + at * 14 },
    { text: right[at] ?? "", x: 320, y: 100 + at * 14 },
  ]);
  expect((await parse("columns.pdf", drawnPdf([drawn]))).text.replace(/\s+/g, " ")).toBe(
    [...left, ...right].join(" "),
  );
});

describe("text from right to left", () => {
  const LINE = "ספינות רבות הגיעו אל הנמל";
  const LETTER = 0.6 * 10;
  const reversed = (word: string) => (/\d/.test(word) ? word : Array.from(word).reverse().join(""));
  /** Draws the words of a line from left to right, beginning with its last one. */
  const words = (line: string, y: number) => {
    let x = 100;
    return line
      .split(" ")
      .reverse()
      .map((word) => {
        const drawn = { text: reversed(word), x, y, size: 10, font: "unicode" } as const;
        x += (word.length + 1) * LETTER;
        return drawn;
      });
  };

  test.each([
    [
      "letter by letter",
      (y: number) => [{ text: reversed(LINE), x: 100, y, size: 10, font: "unicode" } as const],
    ],
    ["word by word from the left", (y: number) => words(LINE, y)],
    ["word by word from the right", (y: number) => words(LINE, y).reverse()],
  ])("is read in its order when it is drawn %s", async (_, draw) => {
    const { text, layout } = await parse("log.pdf", drawnPdf([draw(100)]));
    expect(text).toBe(LINE);
    const texts = layout?.[0]?.texts ?? [];
    expect(text.slice(0, texts[0]?.end)).toStartWith("ספינות");
    expect(Math.max(...texts.map(({ rectangle }) => rectangle[2]))).toBeCloseTo(
      100 + LINE.length * LETTER,
      1,
    );
    expect(texts[0]?.rectangle[2]).toBeCloseTo(100 + LINE.length * LETTER, 1);
    expect(texts.every(({ direction }) => direction === "left")).toBe(true);
  });

  test("has its numbers where they are read", async () => {
    const line = "בשעת בוקר 25 מלחים ירדו";
    expect((await parse("log.pdf", drawnPdf([words(line, 100)]))).text).toBe(line);
  });
});

test("vertical columns are read from right to left, with rectangles as high as their text", async () => {
  const columns = ["港の長は春に船の名簿を開いた。", "そして昼まで眠った。"];
  const drawn = columns.map((text, at) => ({
    ...{ text, x: 500 - 24 * at, y: 90, size: 14, font: "vertical" as const },
  }));
  const { text, layout } = await parse("log.pdf", drawnPdf([drawn]));
  expect(text).toBe(columns.join(""));
  expect(layout?.[0]?.texts.map(({ rectangle, direction }) => [...rectangle, direction])).toEqual(
    columns.map((column, at) => [493 - 24 * at, 90, 507 - 24 * at, 90 + 14 * column.length, "down"]),
  );
});

describe("links", () => {
  const LINE = { text: "The tables of tides are here, as every year.", x: 60, y: 100 };
  const url = "https://tides.example/2026/tables.pdf";

  test("are written behind their text, which keeps its places", async () => {
    const { layout: plain } = await parse("log.pdf", drawnPdf([[LINE]]));
    const right = plain?.[0]?.texts[0]?.rectangle[2] ?? 0;
    const here: [number, number, number, number] = [176, 90, 199, 104];
    const { text, layout } = await parse("log.pdf", drawnPdf([[LINE]], [{ url, rectangle: here }]));
    expect(text).toBe(`The tables of tides are here (${url}), as every year.`);
    const texts = layout?.[0]?.texts ?? [];
    expect(texts.map(({ start, end }) => text.slice(start, end))).toEqual([
      "The tables of tides are here",
      ", as every year.",
    ]);
    expect(texts.at(-1)?.rectangle[2]).toBeCloseTo(right, 5);
  });

  test("are not written twice when the text is the address", async () => {
    const drawn = [{ text: "See tides.example for more.", x: 60, y: 100 }];
    const pdf = drawnPdf([drawn], [{ url, rectangle: [80, 90, 170, 104] }]);
    expect((await parse("log.pdf", pdf)).text).toBe("See tides.example for more.");
  });

  test("to programs and to other pages are left out", async () => {
    const pdf = drawnPdf([[LINE]], [{ url: "javascript:alert(1)", rectangle: [176, 90, 199, 104] }]);
    expect((await parse("log.pdf", pdf)).text).toBe(LINE.text);
  });
});
