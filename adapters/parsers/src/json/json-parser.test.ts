import { describe, expect, test } from "bun:test";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";
import { indentJson } from "./indent-json.ts";
import { scanJson } from "./scan-json.ts";

describe("JSON", () => {
  test("keeps the source as text, with a block per outermost member", async () => {
    const source = '{\n  "a": [1, 2],\n  "b": {"c": null}\n}\n';
    const document = await parse("a.json", source);
    expect(document.text).toBe(source);
    expect(outline(document)).toEqual(['code: {\n  "a": [1, 2],', 'code: "b": {"c": null}\n}']);
    expect((await parse("a.json", " 1 ")).text).toBe(" 1 ");
  });

  test("indents long lines without changing numbers and escapes", async () => {
    const item = '{"id":12345678901234567890,"x":1.0,"s":"a\\u0041 [,] \\"","e":{},"f":[]}';
    const document = await parse("a.json", `[${Array(50).fill(item).join(",")}]`);
    expect(document.text).toStartWith('[\n  {\n    "id": 12345678901234567890,\n    "x": 1.0,\n    "s": "');
    expect(document.text).toContain('"s": "a\\u0041 [,] \\"",\n    "e": {},\n    "f": []\n  },');
    expect(document.blocks).toHaveLength(50);
  });

  test("rejects invalid JSON with line, column and remedy", async () => {
    expect(await parseErrorMessage(parse("a.json", '{\n  "a": 1,\n  b: 2\n}'))).toMatch(
      /"b" at line 3, column 3\..*\.txt/,
    );
    expect(await parseErrorMessage(parse("a.json", "[1, 2"))).toContain("ends too early at line 1, column 6");
    expect(await parseErrorMessage(parse("a.json", '["a\nb"]'))).toContain('"\\n" at line 1, column 4');
  });

  test("agrees with JSON.parse on validity and with JSON.stringify on indentation", () => {
    const samples = [
      "{}",
      "[]",
      "[1,]",
      '{"a":1,}',
      "nul",
      "null",
      "01",
      "-0.5e+3",
      "1.",
      '"\\x"',
      '"\\u12g4"',
      "[[[]]]",
      '{"a"}',
      '{"a":}',
      '{"a":1 "b":2}',
      "[1 2]",
      "1 2",
      "]",
      "[}",
      '"',
      "tru",
      "truefalse",
      '{"a":[{"b":[{}]}]}',
      "",
      " ",
      "[,]",
      "{1:2}",
      '"\t"',
    ];
    for (const sample of samples) {
      let parsed: unknown;
      let valid = true;
      try {
        parsed = JSON.parse(sample);
      } catch {
        valid = false;
      }
      expect({ sample, valid: scanJson(sample).problemAt === undefined }).toEqual({ sample, valid });
      if (valid && !sample.includes("."))
        expect(indentJson(sample, 1000)).toBe(JSON.stringify(parsed, null, 2));
    }
  });
});

test.each([
  ["nesting", `${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}`],
  ["elements", `[${"1,".repeat(1_000_000)}1]`],
  ["one string", `"${"\\n".repeat(2_000_000)}"`],
])(
  "parses 4 MB of %s in linear time",
  async (_name, source) => {
    const started = performance.now();
    expect((await parse("a.json", source)).text.length).toBeGreaterThan(1_000_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  },
  30_000,
);
