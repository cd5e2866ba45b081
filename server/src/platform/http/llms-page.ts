import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Elysia } from "elysia";
import type { Authorization } from "./authorization.ts";

const PATH = fileURLToPath(new URL("../../../llms.txt", import.meta.url));

/** Serves `/llms.txt`, which describes the service to language models. */
export function llmsPage(auth: Authorization) {
  return new Elysia({ name: "llms-page" })
    .use(auth)
    .get(
      "/llms.txt",
      async () =>
        new Response(await readFile(PATH), { headers: { "content-type": "text/plain; charset=utf-8" } }),
      { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
    );
}
