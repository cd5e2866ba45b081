import { afterAll, beforeAll, expect, test } from "bun:test";
import { strToU8, zipSync } from "fflate";
import { expectMatch } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app?.stop());

test("passages name their file in an archive; another upload replaces its files, and deletion deletes them", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Archive" });
  const upload = async (files: Readonly<Record<string, string>>) => {
    const packed = zipSync(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
    );
    const { document } = await app.quarry.documents.upsert({
      ...{ spaceId: space.id, filename: "sea.zip", encoding: "base64" },
      content: Buffer.from(packed).toString("base64"),
    });
    return document;
  };
  const find = async (query: string) =>
    (await app.quarry.query({ query, spaceIds: space.id, mode: "lexical" })).results;

  const document = await upload({
    "birds/puffin.md": "# Puffins\n\nAtlantic puffins nest in burrows.",
    "src/tide.py": `class Tide:\n    def rise(self):\n        """Moves moonwards."""\n${"        self.step()\n".repeat(200)}`,
    "broken.json": "{",
  });
  expectMatch(document, {
    status: "COMPLETED",
    mimeType: "application/zip",
    warnings: [expect.stringMatching(/^broken\.json was not read: /)],
  });
  expect((await find("puffins burrows"))[0]?.metadata.headings).toEqual(["birds/puffin.md", "Puffins"]);
  expect((await find("moonwards"))[0]?.metadata.headings).toEqual(["src/tide.py", "Tide", "rise"]);

  await upload({ "birds/tern.txt": "Arctic terns fly far." });
  expect(await find("puffins")).toEqual([]);
  expect((await find("terns"))[0]?.metadata.headings).toEqual(["birds/tern.txt"]);

  await app.quarry.documents.delete({ spaceId: space.id, id: document.id });
  expect(await find("terns")).toEqual([]);
}, 60_000);
