import { afterAll, beforeAll, expect, test } from "bun:test";
import { documentUrl } from "../../server/src/modules/documents/document-url.ts";
import { object, string } from "../contract/reading.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { type Browser, ORIGIN, openBrowser, PASSWORD, signUp, startPeopleApp } from "./browser-session.ts";

const TEXT = `${"The first birds. ".repeat(600)}\n\nThe <b>pelican</b> eats herring.\n\n${"The last birds. ".repeat(2000)}`;
const PASSAGE = "The <b>pelican</b> eats herring.";

let app: InProcessApp;
let reader: Browser;
let documentId: string;
let path: string;

beforeAll(async () => {
  app = await startPeopleApp();
  reader = await signUp(app, "reader@example.com");
  const space = await reader.call("POST", "/api/spaces", { name: "Birds & more" });
  const spaceId = string(object(space.json.space).id);
  const stored = await reader.call("PUT", "/api/documents", {
    spaceId,
    filename: "birds.txt",
    content: TEXT,
  });
  documentId = string(object(stored.json.document).id);
  const start = TEXT.indexOf(PASSAGE);
  const url = new URL(documentUrl(ORIGIN, documentId, { start, end: start + PASSAGE.length, page: 3 }));
  expect([url.origin, url.hash]).toEqual([ORIGIN, "#passage"]);
  path = url.pathname + url.search;
}, 120_000);
afterAll(() => app.stop());

test("the address of a passage shows it marked within its text", async () => {
  const { status, text, headers } = await reader.get(path);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const marked = /<mark id="passage">([^<]*)<\/mark>/.exec(text)?.[1];
  expect(marked).toBe("The &#60;b&#62;pelican&#60;/b&#62; eats herring.");
  expect(text).toContain("Birds &#38; more</bdi></strong>, page 3");
  expect(text).toContain(`/api/documents/${documentId}/file`);
  // The text goes on behind links, which show other parts of it.
  const links = [...text.matchAll(/href="([^"]*start=\d+[^"]*)"/g)].map(([, href = ""]) => new URL(href));
  expect(links.length).toBe(2);
  for (const { pathname, search } of links) {
    const part = await reader.get(pathname + search);
    expect(part.status).toBe(200);
    expect(part.text).toMatch(/The (first|last) birds/);
  }
});

test("who is not signed in gets there by signing in", async () => {
  const visitor = openBrowser(app);
  const asked = await visitor.get(path);
  expect(asked.text).toContain("Sign in");
  expect(asked.text).not.toContain("herring");
  const next = /name="next" value="([^"]*)"/.exec(asked.text)?.[1]?.replaceAll("&#38;", "&");
  const entered = await visitor.submit("/app/sign-in", {
    ...{ email: "reader@example.com", password: PASSWORD, next: string(next) },
  });
  expect([entered.status, entered.location]).toEqual([303, `${path}#passage`]);
  expect((await visitor.get(path)).text).toContain("herring");
});

test("a document of others looks like a missing one, and odd addresses are no error", async () => {
  const stranger = await signUp(app, "stranger@example.com");
  const foreign = await stranger.get(path);
  expect(foreign.status).toBe(404);
  expect(foreign.text).not.toContain("herring");
  const missing = await stranger.get(path.replace(documentId, "doc_missing"));
  expect(missing.text.replaceAll("doc_missing", documentId)).toBe(foreign.text);
  for (const query of [
    "",
    "?start=999999999",
    "?start=9&end=2",
    "?start=-1&page=x",
    "?start=99999999999999999999",
  ])
    expect([query, (await reader.get(`/app/documents/${documentId}${query}`)).status]).toEqual([query, 200]);
});
