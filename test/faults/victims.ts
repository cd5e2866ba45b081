import { join } from "node:path";
import type { Surroundings } from "../support/configurations.ts";
import { killPostgres } from "../support/postgres-processes.ts";
import type { RunningServer } from "../support/running-server.ts";

/** A process or group of processes that can be killed and restarted on the same data. */
export interface Victim {
  readonly name: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** All victims in a configuration: its stores, the service, all of these at the same time, and a PostgreSQL backend. */
export function victimsOf(server: RunningServer, { env, postgres, chroma }: Surroundings): Victim[] {
  const hasEmbedded = env.DATABASE_URL === undefined;
  const service: Victim = { name: "the service", kill: server.kill, restart: server.restart };
  const stores: Victim[] = [];
  if (hasEmbedded) stores.push(embeddedPostgres(server));
  if (postgres) stores.push({ name: "PostgreSQL", kill: postgres.kill, restart: postgres.restart });
  if (chroma)
    stores.push({ name: "Chroma", kill: () => chroma.kill("SIGKILL"), restart: () => chroma.restart() });
  const victims = [...stores, service];
  if (stores.length > 0) victims.push(allOf([...stores, service]));
  // PostgreSQL then closes all connections and recovers without a restart.
  if (postgres)
    victims.push({ name: "a backend", kill: postgres.killBackend, restart: async () => undefined });
  return victims;
}

/** The embedded PostgreSQL with all its processes and its guard. The service, or its next start, starts it again. */
function embeddedPostgres({ dataDir }: RunningServer): Victim {
  return {
    name: "the embedded PostgreSQL",
    kill: async () => killPostgres(join(dataDir, "postgres", "data")),
    restart: async () => undefined,
  };
}

/** Kills all victims at the same time and restarts them in order. */
function allOf(victims: readonly Victim[]): Victim {
  return {
    name: "everything",
    kill: async () => void (await Promise.all(victims.map(({ kill }) => kill()))),
    async restart() {
      for (const { restart } of victims) await restart();
    },
  };
}
