import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Elysia } from "elysia";
import type { Authorization } from "./authorization.ts";
import { GUIDE_PAGES } from "./guide-files.ts";

const PATH = fileURLToPath(new URL("../../../llms.txt", import.meta.url));

/** Serves `/llms.txt`, which describes the service to language models and lists the pages of the guide. */
export function llmsPage(auth: Authorization) {
  return new Elysia({ name: "llms-page" }).use(auth).get(
    "/llms.txt",
    async () => {
      const texts = await Promise.all([PATH, GUIDE_PAGES].map((path) => readFile(path, "utf8")));
      return new Response(texts.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
    },
    { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
  );
}
