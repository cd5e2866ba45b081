import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startSharedPostgres } from "../support/shared-postgres.ts";
import { builtSite, SERVED } from "./built-site.ts";

/**
 * Builds the guide that the service serves at `/guide`, or into a folder, to publish it on any static host:
 *
 *     bun run guide [FOLDER]
 */
await startSharedPostgres();
const folder = process.argv[2] === undefined ? SERVED : resolve(process.argv[2]);
const { files, pictures, problems } = await builtSite();
for (const problem of problems) console.error(`Leads nowhere: ${problem}`);
if (folder === SERVED) await rm(folder, { recursive: true, force: true });
for (const [path, content] of [...files, ...pictures]) await Bun.write(join(folder, path), content);
const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(`${files.size} files, ${Math.round(bytes / 1000)} kB, in ${folder}`);
// The shared server would keep this process running.
process.exit(problems.length > 0 ? 1 : 0);
