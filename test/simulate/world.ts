import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { type Configuration, type Surroundings, surround } from "../support/configurations.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { killPostgres, postgresProcesses } from "../support/postgres-processes.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { type StatementProxy, startStatementProxy } from "../support/statement-proxy.ts";
import { until } from "../support/until.ts";
import { LIMIT_MS } from "./client.ts";
import type { Orders } from "./inside/orders.ts";
import { createInsider, type Insider } from "./insider.ts";

const API_KEY = "sk-simulated";
const DIMENSIONS = "64";

/** A service with everything that a fault can concern. */
export interface World {
  readonly server: RunningServer;
  readonly provider: EmbeddingProvider;
  /** In front of PostgreSQL; the embedded database has none. */
  readonly statements: StatementProxy | undefined;
  readonly insider: Pick<Insider, "failpoints" | "reached">;
  /** Moves the clock of the server, or tells it where to stop. */
  order(orders: Orders): Promise<void>;
  connect(key?: string): Quarry;
  /** The processes of the database. */
  database(): Promise<number[]> | number[];
  killDatabase(): Promise<void>;
  /** Makes the service available again after any fault. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it. */
export async function startWorld(configuration: Configuration): Promise<World> {
  const surroundings = await surround(configuration);
  const { postgres } = surroundings;
  const provider = startEmbeddingProvider({ apiKey: API_KEY });
  const statements = await statementsOf(surroundings);
  const insider = await createInsider();
  const server = await startServer({
    preload: insider.preload,
    env: {
      ...insider.env,
      ...surroundings.env,
      ...(statements ? { DATABASE_URL: statements.url } : {}),
      ...{ OPENAI_API_KEY: API_KEY, OPENAI_BASE_URL: provider.url, QUARRY_EMBEDDING_DIMENSIONS: DIMENSIONS },
      QUARRY_JOB_LEASE_MS: "2000",
    },
  });
  const clusterDir = join(server.dataDir, "postgres", "data");
  /** A server that has stopped by itself may count as alive for a moment. */
  async function isReady() {
    if (!isAlive(server.pid)) await server.restart();
    return (await fetch(`${server.baseUrl}/ready`).catch(() => undefined))?.ok || undefined;
  }

  return {
    ...{ server, provider, statements, insider },
    order: (orders) => insider.order(server.pid, orders),
    connect: (apiKey = server.rootKey) =>
      new Quarry({ apiKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: LIMIT_MS.write + 5000 }),
    database: async () => (postgres ? [await postgres.pid()] : postgresProcesses(clusterDir)),

    async killDatabase() {
      if (postgres) await postgres.kill();
      else killPostgres(clusterDir);
    },

    async recover() {
      provider.reset();
      statements?.disarm();
      await insider.order(server.pid, {});
      if (postgres && !(await isRunning(postgres.pid))) await postgres.restart();
      await until("the service to be ready", isReady, 60_000);
    },

    async stop() {
      await server.stop();
      await statements?.stop();
      await surroundings.stop();
      await provider.stop();
      await insider.remove();
    },
  };
}

async function statementsOf({ env }: Surroundings): Promise<StatementProxy | undefined> {
  return env.DATABASE_URL === undefined ? undefined : startStatementProxy(env.DATABASE_URL);
}

async function isRunning(pid: () => Promise<number>): Promise<boolean> {
  return pid().then(isAlive, () => false);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
