import { hasChroma, startChroma } from "../support/chroma.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";

/** Starts what is installed of PostgreSQL and Chroma on loopback, thrown away at the end, and prints how to use it. */

const postgres = hasPostgres() ? await startPostgres() : undefined;
const chroma = hasChroma() ? await startChroma() : undefined;
if (postgres) console.log(`DATABASE_URL=${await postgres.createDatabase()}`);
if (chroma) console.log(`CHROMA_URL=${chroma.url}`);
if (!postgres && !chroma)
  throw new Error("Nothing is installed: run test/services/install-postgres.sh or install-chroma.sh first.");
console.log("Until Ctrl-C.");

async function stop(): Promise<void> {
  await chroma?.stop();
  await postgres?.stop();
  process.exit(0);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
// Nothing else keeps this process.
setInterval(() => undefined, 60_000);
