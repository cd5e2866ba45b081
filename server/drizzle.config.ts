import { defineConfig } from "drizzle-kit";

/** `bun run migration` writes the next migration from the schema; the server applies it at start. */
// biome-ignore lint/style/noDefaultExport: drizzle-kit reads the default export.
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/platform/database/tables/*-tables.ts",
  out: "./migrations",
});
