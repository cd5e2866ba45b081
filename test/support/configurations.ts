import { hasChroma, startChroma, type TestChroma } from "./chroma.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "./postgres.ts";

/** A way to run the service: its database, and where its vectors are. */
export interface Configuration {
  readonly name: string;
  readonly database: "embedded" | "PostgreSQL";
  readonly vectors: "memory" | "pgvector" | "chroma" | "./test/stores/sqlite-store.ts";
}

/** What a configuration needs, started, and the settings that name it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly postgres: TestPostgres | undefined;
  readonly chroma: TestChroma | undefined;
  stop(): Promise<void>;
}

const define = (
  name: string,
  database: Configuration["database"],
  vectors: Configuration["vectors"],
): Configuration => ({ name, database, vectors });

export const EMBEDDED = define("the embedded database, vectors in memory", "embedded", "memory");
export const POSTGRES = define("PostgreSQL with pgvector", "PostgreSQL", "pgvector");
export const POSTGRES_MEMORY = define("PostgreSQL, vectors in memory", "PostgreSQL", "memory");
export const POSTGRES_CHROMA = define("PostgreSQL with Chroma", "PostgreSQL", "chroma");
export const MODULE = define(
  "the embedded database with an integrator's store",
  "embedded",
  "./test/stores/sqlite-store.ts",
);

/** All ways to run the service that answer alike. */
export const CONFIGURATIONS = [EMBEDDED, MODULE, POSTGRES, POSTGRES_MEMORY, POSTGRES_CHROMA];

/** True when all that it needs is on this machine. */
export function isInstalled({ database, vectors }: Configuration): boolean {
  return (database === "embedded" || hasPostgres()) && (vectors !== "chroma" || hasChroma());
}

/** Starts what a configuration needs besides the service. */
export async function surround({ database, vectors }: Configuration): Promise<Surroundings> {
  const env: Record<string, string> = { QUARRY_VECTOR_STORE: vectors };
  const postgres = database === "PostgreSQL" ? await startPostgres() : undefined;
  const chroma = vectors === "chroma" ? await startChroma() : undefined;
  if (postgres) env.DATABASE_URL = await postgres.createDatabase();
  if (chroma) env.CHROMA_URL = chroma.url;
  return {
    ...{ env, postgres, chroma },
    async stop() {
      await chroma?.stop();
      await postgres?.stop();
    },
  };
}
