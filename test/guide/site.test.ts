import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { buildSite, type Site } from "../../guide/build/build-site.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { brokenLinks } from "./broken-links.ts";
import { ROOT, SERVED } from "./built-site.ts";

let app: InProcessApp;
let site: Site;
beforeAll(async () => {
  app = await startApp();
  site = await buildSite(ROOT, (await app.call("GET", "/api/openapi.json")).json);
}, 120_000);
afterAll(() => app.stop());

const pages = (ending: string) => [...site.files].filter(([path]) => path.endsWith(ending));

describe("the built guide", () => {
  test("is what its sources build; to update it, run: bun run guide", async () => {
    const paths = [...new Glob("**/*").scanSync(SERVED)].sort();
    expect(paths).toEqual([...site.files.keys(), ...site.pictures.keys()].sort());
    const differing = await Promise.all(
      paths.map(async (path) => {
        const served = await Bun.file(join(SERVED, path)).bytes();
        const built = site.pictures.get(path) ?? Buffer.from(site.files.get(path) ?? "");
        return Buffer.compare(served, built) === 0 ? [] : [path];
      }),
    );
    expect(differing.flat()).toEqual([]);
  });

  test("has no link that leads nowhere", () => {
    expect(site.problems).toEqual([]);
    const pictures = [...site.pictures.keys()].map((path) => [path, ""] as const);
    expect(brokenLinks(new Map([...site.files, ...pictures]))).toEqual([]);
  });

  test("detects links that lead nowhere", () => {
    const page =
      '<a href="#here">a</a><h2 id="here">b</h2><a href="c.html#there">c</a><a href="d.html">d</a>';
    const files = new Map([
      ["a.html", page],
      ["c.html", ""],
      ["e.md", "[f](f.md) and [g](https://example.com)"],
    ]);
    expect(brokenLinks(files)).toEqual(["a.html: c.html#there", "a.html: d.html", "e.md: f.md"]);
  });

  test("needs no inline script or style, and loads nothing from elsewhere", () => {
    expect(pages(".html").length).toBeGreaterThan(50);
    for (const [path, html] of pages(".html")) {
      const inline = html.match(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle="|\son\w+="|javascript:/g) ?? [];
      const foreign = html.match(/<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\/[^"]*"/g) ?? [];
      expect([path, inline, foreign]).toEqual([path, [], []]);
    }
  });

  test("has a Markdown page beside each page, with the same heading", () => {
    for (const [path] of pages(".html")) expect(site.files.get(path.replace(/html$/, "md"))).toMatch(/^# \S/);
  });
});

describe("the service", () => {
  test("serves the guide without credentials, and no script of other origins may run in it", async () => {
    const { status, headers } = await app.call("GET", "/guide", { key: null });
    expect([status, headers.get("location")]).toEqual([302, "/guide/"]);
    const page = await app.call("GET", "/guide/", { key: null });
    expect(page.status).toBe(200);
    expect(page.text).toBe(site.files.get("index.html") ?? "");
    expect(page.headers.get("content-security-policy")).toStartWith("default-src 'none'; script-src 'self';");
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
    const same = { key: null, headers: { "if-none-match": page.headers.get("etag") ?? "" } };
    expect((await app.call("GET", "/guide/", same)).status).toBe(304);
    expect((await app.call("GET", "/guide/quickstart", { key: null })).text).toBe(
      site.files.get("quickstart.html") ?? "",
    );
  });

  test.each(["/guide/none", "/guide/..%2fllms.txt", "/guide/%2e%2e/package.json", "/guide/assets"])(
    "answers 404 for %s",
    async (path) => {
      expect((await app.call("GET", path, { key: null })).status).toBe(404);
    },
  );

  test("lists every page as Markdown in /llms.txt, and serves it", async () => {
    const { text } = await app.call("GET", "/llms.txt", { key: null });
    const listed = [...text.matchAll(/\]\(\/guide\/([^)]+)\)/g)].map(([, path = ""]) => path);
    expect(listed).toEqual(expect.arrayContaining(pages(".md").map(([path]) => path)));
    const { headers, text: page } = await app.call("GET", "/guide/errors/not_found.md", { key: null });
    expect(headers.get("content-type")).toContain("text/markdown");
    expect(page).toContain("HTTP 404");
  });
});
