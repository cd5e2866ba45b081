import { resolve } from "node:path";
import { apiPage } from "./api-page.ts";

/** Generates `sdk/api.md`. */
await Bun.write(resolve(import.meta.dir, "../api.md"), apiPage());
