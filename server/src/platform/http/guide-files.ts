import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "./authorization.ts";

const FOLDER = fileURLToPath(new URL("../../../guide", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/** Pages load only their own files. Pictures have styles of their own, which count where a picture is opened by itself. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The list of the guide's pages as Markdown, which ends `/llms.txt`. */
export const GUIDE_PAGES = join(FOLDER, "llms.txt");

/** Serves the guide, which `bun run guide` has built, at `/guide/`. */
export function guideFiles(auth: Authorization) {
  // Only these: a path of a request never reaches the file system.
  const names = new Set(
    readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(FOLDER.length + 1)
          .replaceAll("\\", "/"),
      ),
  );
  const door = { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } } as const;
  return new Elysia({ name: "guide-files" })
    .use(auth)
    .get(
      "/guide",
      ({ request, redirect }) =>
        // The links of the pages are relative.
        new URL(request.url).pathname.endsWith("/")
          ? fileResponse(request, "index.html")
          : redirect("/guide/"),
      door,
    )
    .get(
      "/guide/*",
      ({ request, params }) => {
        const asked = params["*"] === "" ? "index.html" : params["*"];
        const name = [asked, `${asked}.html`].find((one) => names.has(one));
        if (name === undefined)
          throw new QuarryError("not_found", "The guide has no such page. It begins at /guide/.");
        return fileResponse(request, name);
      },
      door,
    );
}

async function fileResponse(request: Request, name: string): Promise<Response> {
  const bytes = await readFile(join(FOLDER, name));
  const etag = `"${Bun.hash(bytes).toString(36)}"`;
  const headers = {
    etag,
    "cache-control": "no-cache",
    "content-security-policy": name.endsWith(".svg") ? PICTURE_POLICY : POLICY,
    "x-content-type-options": "nosniff",
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers });
}
