import { describe, expect, test } from "bun:test";
import { outline, parse, rowTexts } from "../parsing.fixture.ts";

describe("HTML", () => {
  test("returns headings, paragraphs, lists, tables and code", async () => {
    const document = await parse(
      "a.html",
      `<!doctype html><head><title> The &amp; page </title><style>p{}</style></head><body>
      <h1>Big <em>news</em></h1><p>One &lt;two&gt; caf&eacute;<br>next   line<p>Second
      <ul><li>a<li><p>b</p><ol><li>c</li><li>d</li></ol></li></ul>
      <table><thead><tr><th>Name<th>Age</tr></thead><tr><td>Ann</td><td>1</td></tr><tr><td>Bo<td>2</table>
      <pre>
  x = 1
    y</pre><script>alert("no")</script><noscript>no</noscript><svg><title>no</title><text>no</text></svg><p>End`,
    );
    expect(document.title).toBe("The & page");
    expect(outline(document)).toEqual([
      "heading1: Big news",
      "paragraph: One <two> café\nnext line",
      "paragraph: Second",
      "list: - a\n- b\n  1. c\n  2. d",
      "table: Name | Age\nAnn | 1\nBo | 2",
      "code:   x = 1\n    y",
      "paragraph: End",
    ]);
    const table = document.blocks[4];
    expect(table?.header).toBe("Name | Age");
    expect(rowTexts(document, table)).toEqual(["Name | Age", "Ann | 1", "Bo | 2"]);
  });

  test("drops navigation, and headers and footers outside a <main> or <article>", async () => {
    const body = "<header>site</header><nav>menu</nav>";
    const marked = await parse(
      "a.html",
      `${body}<main><header><h1>T</h1></header>text</main><footer>legal</footer>`,
    );
    expect(marked.text).toBe("T\n\ntext");
    const unmarked = await parse("a.html", `${body}<div>text</div><footer>legal</footer>`);
    expect(unmarked.text).toBe("site\n\ntext\n\nlegal");
    expect((await parse("a.html", "<nav>only menu</nav>")).text).toBe("only menu");
    expect((await parse("a.html", "<nav>never closed<main>text</main>")).text).toBe("text");
  });

  test("separates words like a browser", async () => {
    const { text } = await parse(
      "a.html",
      "<p>a<b>b</b> <i>c</i>\n\t d&shy;e<span> f</span></p>g<div>h</div>",
    );
    expect(text).toBe("ab c de f\n\ng\n\nh");
  });
});

test("large pictures that are left out are counted, not icons, and none in navigation", async () => {
  const large = '<img src="map.png" width="640" height="480px">';
  const data = `<IMG SRC="data:image/png;base64,${"A".repeat(30_000)}"/>`;
  const small = '<img src="dot.gif" width=1 height=1><img width="300" height="20"><img src="who-knows.png">';
  const page = (pictures: string) => `<nav>${large}</nav><p>High water.</p>${pictures}`;
  expect((await parse("a.html", page(small))).warnings).toBeUndefined();
  expect((await parse("a.html", page(small + large))).warnings).toEqual(["1 picture was left out."]);
  const two = await parse("a.html", page(large + small + data));
  expect(two.warnings).toEqual(["2 pictures were left out."]);
  expect(two.text).toBe("High water.");
});

test.each([
  ["deep nesting", `${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}`],
  ["deep lists", `${"<ul><li>".repeat(100_000)}deep`],
  ["deep tables", `${"<table><tr><td>".repeat(100_000)}deep`],
  ["unmatched tags", `${"<b>".repeat(800_000)}deep${"</i>".repeat(800_000)}`],
  ["open angles", `${"<".repeat(4_000_000)} deep`],
])(
  "parses %s in linear time",
  async (_name, source) => {
    const started = performance.now();
    expect((await parse("a.html", source)).text.includes("deep")).toBe(true);
    expect(performance.now() - started).toBeLessThan(10_000);
  },
  30_000,
);
