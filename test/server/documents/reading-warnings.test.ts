import { afterAll, beforeAll, expect, test } from "bun:test";
import { string } from "../../contract/reading.ts";
import { readEvents } from "../../support/event-reader.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

// People who send a file that could not be read whole learn it from each record of the document.

let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Warnings" })).space.id;
}, 120_000);
afterAll(() => app.stop());

const send = (filename: string, content: string | Uint8Array) =>
  app.quarry.documents.upsert({
    spaceId,
    filename,
    content: Buffer.from(content).toString("base64"),
    encoding: "base64",
  });

/** A page that is nearly all script. */
const SCRIPTS = `<html><body><p>Loading</p><script>${"var x = 1;\n".repeat(20_000)}</script></body></html>`;
const LATIN = Buffer.from("Grüße aus Köln.", "latin1");
const MAIL = [
  "From: ada@example.org\nTo: bob@example.org\nSubject: Plans\nContent-Type: multipart/mixed; boundary=x",
  "--x\nContent-Type: text/plain\n\nSee the plans.",
  '--x\nContent-Type: application/pdf; name="plan.pdf"\nContent-Disposition: attachment; filename="plan.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0=\n--x--\n',
].join("\n\n");

test.each([
  ["page.html", SCRIPTS, /^Only 7 characters of text were found in 220 kB/],
  ["letter.txt", LATIN, /^The file names no encoding; it was read as windows-1252/],
  ["mail.eml", MAIL, /^1 attachment was not read/],
  ["table.csv", 'name,price\npear,2\n"plum,3\nfig,4\n', /line 3 is not closed/],
])("%s is COMPLETED with a warning", async (filename, content, warning) => {
  const { document } = await send(filename, content);
  expect(document.status).toBe("COMPLETED");
  expect(document.warnings).toEqual([expect.stringMatching(warning)]);
});

test("a file that was read whole has no warning", async () => {
  for (const [filename, content] of [
    ["whole.txt", "Grüße aus Köln."],
    ["whole.html", `<html><body>${"<p>Many words.</p>".repeat(9000)}</body></html>`],
  ] as const)
    expect((await send(filename, content)).document.warnings).toEqual([]);
});

test("the API, the list and the events show the warnings", async () => {
  const headers = { "svc-api-key": app.rootKey };
  const request = new Request(`http://localhost/api/events?spaceId=${spaceId}`, { headers });
  const reader = readEvents(await app.app.handle(request));
  await reader.begun();
  const { id } = await app.quarry.documents.upload({
    spaceId,
    filename: "shown.txt",
    content: LATIN.toString("base64"),
    encoding: "base64",
  });
  const warnings = [expect.stringContaining("windows-1252")];
  expect(await reader.saw("document.completed")).toMatchObject({ data: { document: { id, warnings } } });
  await reader.close();
  expect((await app.quarry.documents.get({ spaceId, id })).document.warnings).toEqual(warnings);
  for await (const document of app.quarry.documents.list({ spaceId }))
    if (string(document.filename) === "shown.txt") expect(document.warnings).toEqual(warnings);
});
