import { expect, test } from "bun:test";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

const NOTEBOOK = {
  nbformat: 4,
  metadata: { kernelspec: { language: "python" } },
  cells: [
    { cell_type: "markdown", source: ["# Tides\n", "\n", "High water."] },
    {
      cell_type: "code",
      source: "print(1)",
      outputs: [
        { output_type: "stream", name: "stdout", text: ["1\n"] },
        { output_type: "execute_result", data: { "text/plain": ["42"], "image/png": "iVBORw0KGgo=" } },
        { output_type: "error", ename: "E", traceback: ["secret trace"] },
      ],
    },
    { cell_type: "code", source: "log()", outputs: [{ output_type: "stream", text: "x".repeat(5000) }] },
  ],
};

test("a notebook is read by its cells and what they printed", async () => {
  const document = await parse("tides.ipynb", JSON.stringify(NOTEBOOK));
  expect(document.mimeType).toBe("application/x-ipynb+json");
  expect(outline(document).map((line) => line.slice(0, 40))).toEqual([
    "heading1: Tides",
    "paragraph: High water.",
    "code: print(1)",
    "code: 1",
    "code: 42",
    "code: log()",
    `code: ${"x".repeat(34)}`,
  ]);
  expect(document.text).not.toContain("iVBOR");
  expect(document.warnings).toEqual(["1 long outputs of code were cut after 2,000 characters."]);
});

test("a notebook of version 3 has worksheets", async () => {
  const cells = [
    { cell_type: "heading", level: 2, source: "Tides" },
    { cell_type: "code", input: ["rise()"], outputs: [] },
  ];
  const document = await parse("old.ipynb", JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }));
  expect(outline(document)).toEqual(["heading2: Tides", "code: rise()"]);
});

test.each(["{", "[]", "null", '{"cells":3}', '{"cells":[{"cell_type":7,"source":{}}]}'])(
  "a damaged notebook is refused: %s",
  async (source) => {
    expect(await parseErrorMessage(parse("a.ipynb", source))).toMatch(/damaged|holds no text/);
  },
);
