import type { Surroundings } from "../support/configurations.ts";
import type { RunningServer } from "../support/running-server.ts";

/** Something that can be killed and comes back on the same data. */
export interface Victim {
  readonly name: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** What can be killed of a service and its surroundings. */
export function victimsOf(server: RunningServer, { postgres, chroma }: Surroundings): Victim[] {
  const service: Victim = { name: "the service", kill: server.kill, restart: server.restart };
  const stores: Victim[] = [];
  if (postgres) stores.push({ name: "PostgreSQL", kill: postgres.kill, restart: postgres.restart });
  if (chroma)
    stores.push({ name: "Chroma", kill: () => chroma.kill("SIGKILL"), restart: () => chroma.restart() });
  const victims = [...stores, service];
  if (stores.length > 0) victims.push(together([...stores, service]));
  // PostgreSQL then throws out all others and recovers by itself.
  if (postgres)
    victims.push({ name: "a backend", kill: postgres.killBackend, restart: async () => undefined });
  return victims;
}

/** All at once; they come back in order. */
function together(victims: readonly Victim[]): Victim {
  return {
    name: "everything",
    kill: async () => void (await Promise.all(victims.map(({ kill }) => kill()))),
    async restart() {
      for (const { restart } of victims) await restart();
    },
  };
}
