import { describe, expect, test } from "bun:test";
import { outline, parse } from "../parsing.fixture.ts";

const headings = async (filename: string, source: string) =>
  (await parse(filename, source)).blocks.flatMap(({ kind, level, title }) =>
    kind === "heading" ? [`${level} ${title}`] : [],
  );

test("a Python file has a heading for each class, method and function", async () => {
  const source = `import os

LIMIT = 3

# Water that rises.
@dataclass
class Tide(Base):
    """The sea."""

    def rise(self, metres):
        def inner():
            return 1
        return metres + inner()

    async def fall(self):
        pass

def main():
    Tide().rise(2)

if __name__ == "__main__":
    main()
`;
  const document = await parse("tide.py", source);
  expect(document.mimeType).toBe("text/x-python");
  expect(document.text).toBe(source);
  expect(await headings("tide.py", source)).toEqual(["1 Tide", "2 rise", "2 fall", "1 main"]);
  const tide = document.blocks.find(({ title }) => title === "Tide");
  // The comment and the decorator above a definition belong to it.
  expect(source.slice(tide?.start, tide?.end)).toBe("# Water that rises.\n@dataclass\nclass Tide(Base):");
});

describe("definitions of", () => {
  test.each([
    [
      "TypeScript",
      "tide.ts",
      'import { a } from "./a.ts";\n\n/** Rises. */\nexport async function rise(metres: number): Promise<number> {\n  const inner = () => 2;\n  if (metres > 1) {\n    return inner();\n  }\n  return 1;\n}\n\nexport interface Tide {\n  readonly height: number;\n}\n\nexport class Sea<T> {\n  #depth = 1;\n\n  constructor(private readonly tide: T) {\n    super();\n  }\n\n  async ebb(at: Date): Promise<void> {\n    while (at) {\n      wait(at);\n    }\n  }\n}\n\nexport const flow = (metres: number) => metres;\n',
      ["1 rise", "1 Tide", "1 Sea", "2 constructor", "2 ebb", "1 flow"],
    ],
    [
      "Java",
      "Tide.java",
      "package sea;\n\npublic class Tide extends Water {\n    private int height = 2;\n\n    @Override\n    public List<String> names(int metres) throws IOException {\n        return of(metres);\n    }\n\n    Tide(int height) {\n        if (height > 1) {\n            run(height);\n        }\n    }\n}\n",
      ["1 Tide", "2 names", "2 Tide"],
    ],
    [
      "C",
      "tide.c",
      '#include <stdio.h>\n\nstruct tide {\n  int height;\n};\n\nstatic int rise(int metres);\n\nstatic int rise(int metres)\n{\n  return printf("%d", metres);\n}\n\nint main(int argc, char **argv) {\n  return rise(2);\n}\n',
      ["1 tide", "1 rise", "1 main"],
    ],
    [
      "C++",
      "tide.cpp",
      "namespace sea {\n\nclass Tide {\n public:\n  int rise(int metres) const {\n    return metres;\n  }\n};\n\n}\n\nint sea::Tide::fall(int metres) {\n  return metres;\n}\n",
      ["1 sea", "1 Tide", "2 rise", "1 fall"],
    ],
    [
      "Go",
      "tide.go",
      "package sea\n\n// Tide rises.\ntype Tide struct {\n\tHeight int\n}\n\nfunc (t *Tide) Rise(metres int) int {\n\treturn metres\n}\n\nfunc main() {\n}\n",
      ["1 Tide", "1 Rise", "1 main"],
    ],
    [
      "Rust",
      "tide.rs",
      "pub struct Tide {\n    height: u8,\n}\n\nimpl Sea for Tide {\n    /// Rises.\n    pub fn rise(&self) -> u8 {\n        1\n    }\n}\n\npub(crate) async fn main() {}\n",
      ["1 Tide", "1 Sea for Tide", "2 rise", "1 main"],
    ],
    [
      "Ruby",
      "tide.rb",
      "module Sea\n  class Tide\n    def rise?(metres)\n      metres\n    end\n  end\nend\n",
      ["1 Sea", "2 Tide", "3 rise?"],
    ],
    [
      "a shell script",
      "tide.sh",
      "#!/bin/sh\nset -e\nrise() {\n  echo up\n}\nfunction fall {\n  echo down\n}\nrise\n",
      ["1 rise", "1 fall"],
    ],
    [
      "SQL",
      "tide.sql",
      "-- Heights.\nCREATE TABLE IF NOT EXISTS tide (\n  height int\n);\n\ncreate or replace function rise(m int) returns int as $$ select m $$ language sql;\n",
      ["1 tide", "1 rise"],
    ],
    [
      "C#",
      "Tide.cs",
      "namespace Sea\n{\n    public class Tide\n    {\n        public async Task<int> Rise(int metres)\n        {\n            return metres;\n        }\n    }\n}\n",
      ["1 Sea", "2 Tide", "3 Rise"],
    ],
  ])("%s", async (_name, filename, source, expected) => {
    expect(await headings(filename, source)).toEqual(expected);
  });
});

test("code between definitions is a block of its own", async () => {
  expect(outline(await parse("a.py", "import os\n\ndef rise():\n    return 1\n\nrise()\n"))).toEqual([
    "code: import os",
    "heading1: rise",
    "code:     return 1",
    "code: rise()",
  ]);
});

test.each([
  ["notes.txt", "class Tide:\n    def rise(self):\n        pass\n"],
  ["notes", "#include <stdio.h>\nint main(void) {\n}\n"],
  ["letter.text", "function of the committee\n\ndef. of terms\n"],
])("text in %s is not taken for code", async (filename, source) => {
  const { mimeType, blocks } = await parse(filename, source);
  expect(mimeType).toBe("text/plain");
  expect(blocks.every(({ kind }) => kind === "paragraph")).toBe(true);
});

test.each(["a.ts", "a.java", "a.c", "a.py", "a.sql", "a.rs", "a.kt"])(
  "hostile lines of %s are read in linear time",
  async (filename) => {
    const lines = [
      "a ".repeat(200),
      "a(".repeat(200),
      "public static ".repeat(50),
      "a::".repeat(100),
      "(".repeat(300),
      "const a = (".repeat(20),
    ];
    const source = lines.flatMap((line) => Array.from({ length: 1000 }, () => line)).join("\n");
    const start = performance.now();
    await parse(filename, source);
    expect(performance.now() - start).toBeLessThan(5000);
  },
);
