import { describe, expect, test } from "bun:test";
import { gzipSync, zipSync } from "fflate";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const FILES = {
  "notes/tides.md": bytesOf("# Tides\n\nHigh water."),
  "notes/": new Uint8Array(),
  "sea.txt": bytesOf("The sea."),
  "__MACOSX/._sea.txt": bytesOf("x"),
  ".git/config": bytesOf("x"),
};

/** A tar archive; paths over 100 characters have a header of GNU or of POSIX. */
function tar(files: Readonly<Record<string, Uint8Array>>, long: "L" | "x" = "x"): Uint8Array {
  const parts: Uint8Array[] = [];
  const entry = (path: string, type: string, content: Uint8Array) => {
    const header = Buffer.alloc(512);
    header.write(path.slice(0, 99), 0);
    header.write("0000644\0", 100);
    header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write(type, 156);
    header.write("ustar\x0000", 257, "latin1");
    header.fill(32, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    parts.push(header, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  };
  for (const [path, content] of Object.entries(files)) {
    const record = ` path=${path}\n`;
    if (path.length > 99 && long === "L") entry("././@LongLink", "L", bytesOf(`${path}\0`));
    if (path.length > 99 && long === "x")
      entry("PaxHeader", "x", bytesOf(`${record.length + String(record.length + 3).length}${record}`));
    entry(path, path.endsWith("/") ? "5" : "0", content);
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

const SECTIONS = [
  "heading1: notes/tides.md",
  "heading2: Tides",
  "paragraph: High water.",
  "heading1: sea.txt",
  "paragraph: The sea.",
];

test.each([
  ["a.zip", () => zipSync(FILES), "application/zip"],
  ["a.bin", () => zipSync(FILES), "application/zip"],
  ["a.tar", () => tar(FILES), "application/x-tar"],
  ["a.tar.gz", () => gzipSync(tar(FILES)), "application/gzip"],
  ["a.tgz", () => gzipSync(tar(FILES)), "application/gzip"],
] as const)("each file of %s is a section", async (filename, pack, mimeType) => {
  const document = await parse(filename, pack());
  expect(document.mimeType).toBe(mimeType);
  expect(outline(document)).toEqual(SECTIONS);
  expect(document.warnings).toBeUndefined();
});

test.each(["L", "x"] as const)("long paths of tar archives are read (%s)", async (type) => {
  const path = `${"folder/".repeat(20)}sea.txt`;
  expect(outline(await parse("a.tar", tar({ [path]: bytesOf("The sea.") }, type)))[0]).toBe(
    `heading1: ${path}`,
  );
});

test("a compressed file is read by its own name", async () => {
  expect(outline(await parse("tides.md.gz", gzipSync(FILES["notes/tides.md"])))).toEqual([
    "heading1: tides.md",
    "heading2: Tides",
    "paragraph: High water.",
  ]);
});

test("an archive of many files, most of them of the system, is read fast", async () => {
  const files = Object.fromEntries([
    ...Array.from({ length: 8000 }, (_, at) => [`.git/objects/${at}`, bytesOf("x")] as const),
    ...Array.from({ length: 900 }, (_, at) => [`text/${at}.txt`, bytesOf(`Text ${at}.`)] as const),
  ]);
  const start = performance.now();
  const { blocks } = await parse("a.zip", zipSync(files, { level: 0 }));
  expect(blocks).toHaveLength(1800);
  expect(performance.now() - start).toBeLessThan(5000);
});

test("files that cannot be read are left out with a warning", async () => {
  const document = await parse(
    "a.zip",
    zipSync({
      "sea.txt": bytesOf("The sea."),
      "broken.json": bytesOf('{"a":'),
      "song.wav": bytesOf("RIFF\x24\0\0\0WAVEfmt "),
      "inner.zip": zipSync({ "a.txt": bytesOf("hidden") }),
    }),
  );
  expect(document.text).toBe("sea.txt\n\nThe sea.");
  expect(document.warnings).toEqual([
    expect.stringMatching(/^broken\.json was not read: The file is not valid JSON/),
    expect.stringMatching(/^song\.wav was not read: .*WAV/),
    expect.stringMatching(/^inner\.zip was not read: It is an archive/),
  ]);
});

describe("refused:", () => {
  test.each([
    [
      "an archive without a readable file",
      () => zipSync({ "a.json": bytesOf("{") }),
      "No file of the archive",
    ],
    ["an empty archive", () => zipSync({}), "holds no text"],
    ["a torn archive", () => zipSync(FILES).slice(0, 200), "damaged"],
    ["a torn gzip archive", () => gzipSync(tar(FILES)).slice(0, 100), "damaged"],
    [
      "too many files",
      () => zipSync(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.txt`, bytesOf("a")]))),
      "more than 1,000 files",
    ],
    [
      "a file with a password",
      () => {
        const bytes = zipSync(FILES);
        bytes[6] = 1;
        return bytes;
      },
      "protected by a password",
    ],
  ] as const)("%s", async (_name, pack, message) => {
    const bytes = pack();
    expect(await parseErrorMessage(parse(bytes[0] === 0x1f ? "a.tar.gz" : "a.zip", bytes))).toContain(
      message,
    );
  });

  test("an archive that unpacks to too much, within bounded time and memory", async () => {
    const zeros = new Uint8Array(400_000_000);
    const zip = zipSync({ "a.txt": [zeros, { level: 1 }] });
    const gzip = Bun.gzipSync(zeros, { level: 1 });
    const started = process.cpuUsage().user;
    expect(await parseErrorMessage(parse("a.gz", gzip))).toContain("too large");
    expect(await parseErrorMessage(parse("a.zip", zip))).toContain("too large");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(20);
  }, 180_000);

  test("a damaged tar archive, and one whose sizes are wrong", async () => {
    expect(await parseErrorMessage(parse("a.tar", "no archive"))).toContain("damaged");
    const bytes = tar({ "a.txt": bytesOf("The sea."), "b.txt": bytesOf("More.") }).slice(0, 1540);
    expect((await parse("a.tar", bytes)).warnings).toEqual([expect.stringMatching(/^b\.txt was not read/)]);
  });
});
