import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Elysia } from "elysia";

const PATH = fileURLToPath(new URL("../../../llms.txt", import.meta.url));

/** `/llms.txt` tells language models what this is, and where to go on. */
export function llmsPage() {
  return new Elysia({ name: "llms-page" }).get(
    "/llms.txt",
    async () =>
      new Response(await readFile(PATH), { headers: { "content-type": "text/plain; charset=utf-8" } }),
    { detail: { hide: true } },
  );
}
