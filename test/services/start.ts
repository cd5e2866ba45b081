import { hasChroma, startChroma } from "../support/chroma.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";

/** Starts temporary PostgreSQL and Chroma servers on loopback, if installed, and prints how to use them. */

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
// Keeps the process alive.
setInterval(() => undefined, 60_000);
