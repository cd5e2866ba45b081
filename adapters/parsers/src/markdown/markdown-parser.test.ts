import { describe, expect, test } from "bun:test";
import { Lexer } from "marked";
import { outline, parse, rowTexts } from "../parsing.fixture.ts";

describe("Markdown", () => {
  test("returns headings of both styles with plain titles", async () => {
    const source = [
      "# The *big* [guide](https://x.y) `v2` #",
      "Setext\nover two lines\n===",
      "Smaller\n---",
      "###No heading\n####### Nor this",
      "## C#",
      "##",
      "### snake_case and _stress_ {#id}",
    ];
    const document = await parse("a.md", source.join("\n\n"));
    expect(document.text).toBe(source.join("\n\n"));
    expect(outline(document)).toEqual([
      "heading1: The big guide v2",
      "heading1: Setext over two lines",
      "heading2: Smaller",
      "paragraph: ###No heading\n####### Nor this",
      "heading2: C#",
      "heading2: ",
      "heading3: snake_case and stress",
    ]);
  });

  test("finds no headings in code, lists, comments, HTML and quotations", async () => {
    const blocks = [
      "```sh\n# comment\n\n~~~\n```",
      "~~~~\n# one\n~~~\n# two\n~~~~",
      "    # indented\n\n    more",
      "- item\n\n  # inside\n- next\n  ```\n# still code? no\n  ```".split("\n# still")[0] ?? "",
      "<!--\n# hidden\n\n# too\n-->",
      "<div>\n# html\n</div>",
      "> # quoted\nlazy",
      "text",
      "* * *",
    ];
    const document = await parse("a.md", blocks.join("\n\n"));
    expect(document.blocks.some((block) => block.kind === "heading")).toBe(false);
  });

  test("keeps a list in one block, including code in its items", async () => {
    const list = "1. one\n\n   more\n   ```\n   # code\n\n   ```\n2. two\nlazy\n   - nested";
    const document = await parse("a.md", `before\n\n${list}\n\nafter\n- a\n- b\n# Next`);
    expect(outline(document)).toEqual([
      "paragraph: before",
      `list: ${list}`,
      "paragraph: after",
      "list: - a\n- b",
      "heading1: Next",
    ]);
  });

  test("returns tables with a header and rows", async () => {
    const table = "| Name | `Age` |\n|:-----|----:|\n| a \\| b | 1 |\n| c | 2 |";
    const document = await parse("a.md", `intro\n${table}\n\nno | table\n-|-|-\n`);
    expect(outline(document).slice(0, 2)).toEqual(["paragraph: intro", `table: ${table}`]);
    expect(document.blocks[1]?.header).toBe("Name | Age");
    expect(rowTexts(document, document.blocks[1])).toEqual([
      "| Name | `Age` |\n|:-----|----:|",
      "| a \\| b | 1 |",
      "| c | 2 |",
    ]);
    expect(document.blocks.filter((block) => block.kind === "table")).toHaveLength(1);
  });

  test("recognises front matter with its title, but not text between rules", async () => {
    const document = await parse("a.md", '---\ntitle: "The title"\ntags: [a]\n---\n# One\n');
    expect(document.title).toBe("The title");
    expect(outline(document)).toEqual(['code: ---\ntitle: "The title"\ntags: [a]\n---', "heading1: One"]);
    expect((await parse("a.md", "---\n\nplain words\n\n---\n")).blocks[0]?.kind).toBe("paragraph");
  });

  test("agrees with marked on headings, tables and code", async () => {
    const parts = [
      "# One",
      "## Two ##",
      "Three\n---",
      "Four\n====",
      "text\nmore text",
      "- a\n- b\n\n  c",
      "1. a\n2. b",
      "> quote\n> # in",
      "```\n# code\n```",
      "    indented",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "***",
      "<div>\n# x\n</div>",
      "a | b",
      "###### Six",
      "* x\n  * y\n    * z",
      "#hash",
      "text\n# Interrupts",
      "text\n```\ncode\n```",
      "word\n- item",
      "- [ ] task",
    ];
    let state = 1;
    const pick = () => {
      state = (state * 48271) % 2147483647;
      return parts[state % parts.length] ?? "";
    };
    for (let round = 0; round < 400; round++) {
      const source = Array.from({ length: 12 }, pick).join("\n\n");
      const theirs = new Lexer({ gfm: true }).blockTokens(source, []);
      const ours = await parse("a.md", source);
      const headings = (level: number | undefined, text: string) => `${level} ${text}`;
      expect(
        ours.blocks.flatMap((b) => (b.kind === "heading" ? headings(b.level, b.title ?? "") : [])),
      ).toEqual(theirs.flatMap((t) => (t.type === "heading" ? headings(t.depth, t.text) : [])));
      for (const kind of ["table", "code"]) {
        const count = theirs.filter((token) => token.type === kind).length;
        expect(ours.blocks.filter((block) => block.kind === kind).length).toBe(count);
      }
    }
  });
});

test.each([
  "[",
  ">",
  "> ",
  "*",
  "`",
  "|",
  "<",
  "a\n",
  "a\n-\n",
  "- ",
  "- a\n",
  "```\n",
  "<!--\n",
  "|a|\n|-|\n",
  "# a\n",
  "_a",
  "[a](",
])(
  "parses 5 MB of %j in linear time",
  async (pattern) => {
    const started = performance.now();
    await parse("a.md", pattern.repeat(5_000_000 / pattern.length));
    expect(performance.now() - started).toBeLessThan(10_000);
  },
  30_000,
);
