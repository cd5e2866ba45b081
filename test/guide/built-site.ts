import { resolve } from "node:path";
import { buildSite, type Site } from "../../guide/build/build-site.ts";
import { startApp } from "../support/in-process-app.ts";

/** The repository. */
export const ROOT = resolve(import.meta.dir, "../..");

/** The folder that the service serves at `/guide`. */
export const SERVED = resolve(ROOT, "server/guide");

/** Builds the site with the description of a server. */
export async function builtSite(): Promise<Site> {
  const app = await startApp();
  try {
    return await buildSite(ROOT, (await app.call("GET", "/api/openapi.json")).json);
  } finally {
    await app.stop();
  }
}
