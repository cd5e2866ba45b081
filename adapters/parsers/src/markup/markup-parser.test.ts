import { expect, test } from "bun:test";
import { outline, parse } from "../parsing.fixture.ts";

test("reStructuredText has titles, code, lists and tables", async () => {
  const source = `=====
Tides
=====

High and low water.

Causes
------

The moon::

    moon.pull()

- one
- two

  of two

.. code-block:: python

   print("sea")

Detail
~~~~~~

+---+---+
| a | b |
+---+---+

Effects
-------
Done.
`;
  const document = await parse("tides.rst", source);
  expect(document.mimeType).toBe("text/x-rst");
  expect(document.text).toBe(source);
  expect(outline(document)).toEqual([
    "heading1: Tides",
    "paragraph: High and low water.",
    "heading2: Causes",
    "paragraph: The moon::",
    "code:     moon.pull()",
    "list: - one\n- two",
    "paragraph:   of two",
    'code: .. code-block:: python\n\n   print("sea")',
    "heading3: Detail",
    "table: +---+---+\n| a | b |\n+---+---+",
    "heading2: Effects",
    "paragraph: Done.",
  ]);
});

test("Org mode has headings without keywords and tags, code, lists and tables", async () => {
  const source = `#+TITLE: About tides

* TODO [#A] Tides :sea:
High water.
** Code
#+BEGIN_SRC sh
* not a heading
#+END_SRC
- one
- two
| a | b |
`;
  const document = await parse("tides.org", source);
  expect([document.mimeType, document.title]).toEqual(["text/x-org", "About tides"]);
  expect(outline(document)).toEqual([
    "paragraph: #+TITLE: About tides",
    "heading1: Tides",
    "paragraph: High water.",
    "heading2: Code",
    "code: #+BEGIN_SRC sh\n* not a heading\n#+END_SRC",
    "list: - one\n- two",
    "table: | a | b |",
  ]);
});

test("AsciiDoc has headings, code, lists and tables", async () => {
  const source = `= Tides

High water.

== Causes
* moon
* sun

----
== not a heading
----

|===
| a | b
|===
`;
  const document = await parse("tides.adoc", source);
  expect(document.mimeType).toBe("text/x-asciidoc");
  expect(outline(document)).toEqual([
    "heading1: Tides",
    "paragraph: High water.",
    "heading2: Causes",
    "list: * moon\n* sun",
    "code: ----\n== not a heading\n----",
    "table: |===\n| a | b\n|===",
  ]);
});

test.each(["a.rst", "a.org", "a.adoc"])("hostile lines of %s are read in linear time", async (filename) => {
  const lines = ["=".repeat(900), "* ".repeat(400), "#+begin_src", "----", "= = = ".repeat(100), " x::"];
  const source = Array.from({ length: 20_000 }, (_, at) => lines[at % lines.length]).join("\n");
  const start = performance.now();
  await parse(filename, source);
  expect(performance.now() - start).toBeLessThan(5000);
});
