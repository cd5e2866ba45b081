import { hasChroma, startChroma, type TestChroma } from "./chroma.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "./postgres.ts";

/** A combination of database and vector store. */
export interface Configuration {
  readonly name: string;
  readonly database: "embedded" | "PostgreSQL";
  readonly vectors: "memory" | "pgvector" | "chroma" | "./examples/vector-store/src/index.ts";
}

/** The running services of a configuration, and the settings that select them. */
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
  "./examples/vector-store/src/index.ts",
);

/** All configurations; they must return the same answers. */
export const CONFIGURATIONS = [EMBEDDED, MODULE, POSTGRES, POSTGRES_MEMORY, POSTGRES_CHROMA];

/** True when all services that it needs are installed. */
export function isInstalled({ database, vectors }: Configuration): boolean {
  return (database === "embedded" || hasPostgres()) && (vectors !== "chroma" || hasChroma());
}

/** Starts the services that a configuration needs. */
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
