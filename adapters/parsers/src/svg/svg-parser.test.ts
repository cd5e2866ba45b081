import { expect, test } from "bun:test";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

const SOURCE = `<?xml version="1.0"?>
<!-- drawn -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg">
<title>Tides</title><style>text { fill: red }</style>
<s:text x="1">High <tspan>water</tspan><tspan>at noon</tspan></s:text>
<g><desc>A curve</desc><path d="M0 0"/></g>
<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><p>one</p><p>two</p></div></foreignObject>
</svg>`;

test.each(["tides.svg", "tides.bin", "tides.txt"])(
  "the texts of an SVG picture are read (%s)",
  async (filename) => {
    const document = await parse(filename, SOURCE);
    expect([document.mimeType, document.title]).toEqual(["image/svg+xml", "Tides"]);
    expect(outline(document)).toEqual([
      "paragraph: Tides",
      "paragraph: High water at noon",
      "paragraph: A curve",
      "paragraph: one two",
    ]);
  },
);

test("a torn picture is read with a warning, one without text is refused", async () => {
  const { text, warnings } = await parse("a.svg", SOURCE.slice(0, 320));
  expect(text).toContain("High water");
  expect(warnings).toEqual(["The end of the picture is missing."]);
  expect(await parseErrorMessage(parse("a.svg", "<svg><path d='M0 0'/></svg>"))).toContain("holds no text");
});

test("text about SVG is not a picture", async () => {
  expect((await parse("a.txt", "The element <svg> holds texts.")).mimeType).toBe("text/plain");
});
