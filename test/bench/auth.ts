import { percentile } from "@quarry/core/internal";
import { Elysia } from "elysia";
import type { Dependencies } from "../../server/src/compose/dependencies.ts";
import { authorization } from "../../server/src/platform/http/authorization.ts";
import { createIdempotency } from "../../server/src/platform/http/idempotency.ts";
import { createIdentify } from "../../server/src/platform/http/identify.ts";
import { createAdmission } from "../../server/src/platform/limits/admission.ts";
import { createRateLimits } from "../../server/src/platform/limits/rate-limits.ts";
import { createUploadAdmission } from "../../server/src/platform/limits/upload-admission.ts";
import { startApp } from "../support/in-process-app.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";

const CHECKS = 200_000;
const ROUNDS = 15;
const CALLS = 2000;
/** Fewer calls where the database counts them, which takes longer. */
const STORED_CALLS = 300;
/** High enough to count every call without rejecting any. */
const UNREACHED_LIMIT = 1_000_000_000;

/** Measures the cost of authentication and rate limiting: alone, and in comparison with a route without them. */
export async function benchAuth(): Promise<void> {
  const app = await startApp();
  try {
    await benchCheck(app.deps, app.rootKey);
    console.log(`\ntime that the check adds to a call of an empty route, µs, ${ROUNDS} rounds`);
    const { deps, rootKey } = app;
    await benchRoute("without a limit", { deps, rootKey, limit: null, isOnlyProcess: true, calls: CALLS });
    await benchRoute("counted in memory", {
      deps,
      rootKey,
      limit: UNREACHED_LIMIT,
      isOnlyProcess: true,
      calls: CALLS,
    });
    const stored = { limit: UNREACHED_LIMIT, isOnlyProcess: false, calls: STORED_CALLS };
    await benchRoute("counted in the embedded database", { deps, rootKey, ...stored });
    if (hasPostgres()) await benchPostgres(stored);
    else console.log("Skipped PostgreSQL, which is not installed (see test/services/install-postgres.sh).");
  } finally {
    await app.stop();
  }
}

interface Measured {
  readonly deps: Dependencies;
  readonly rootKey: string;
  /** Calls per minute. */
  readonly limit: number | null;
  readonly isOnlyProcess: boolean;
  /** Calls per route and round. */
  readonly calls: number;
}

async function benchPostgres(stored: Omit<Measured, "deps" | "rootKey">): Promise<void> {
  const server = await startPostgres();
  try {
    const app = await startApp({ env: { DATABASE_URL: await server.createDatabase() } });
    const { deps, rootKey } = app;
    await benchRoute("without a limit, on PostgreSQL", { deps, rootKey, ...stored, limit: null });
    await benchRoute("counted in PostgreSQL", { deps, rootKey, ...stored }).finally(() => app.stop());
  } finally {
    await server.stop();
  }
}

/** Measures the check of a valid key. */
async function benchCheck({ authenticator }: Dependencies, key: string): Promise<void> {
  const times: number[] = [];
  const began = performance.now();
  for (let count = 0; count < CHECKS; count += 1) {
    const start = Bun.nanoseconds();
    await authenticator.authenticate(key);
    times.push((Bun.nanoseconds() - start) / 1000);
  }
  const mean = (((performance.now() - began) * 1000) / CHECKS).toFixed(1);
  const [median, p99] = [percentile(times, 50), percentile(times, 99)].map((time) => time.toFixed(1));
  console.log(
    `check of a key: median ${median} µs, p99 ${p99} µs, mean ${mean} µs of ${CHECKS} (read again every 0.8 s)`,
  );
}

async function benchRoute(
  name: string,
  { deps, rootKey, limit, isOnlyProcess, calls }: Measured,
): Promise<void> {
  const { clock, db, authenticator } = deps;
  const authenticate = (request: Request) =>
    authenticator.authenticate(request.headers.get("svc-api-key") ?? undefined);
  const rateLimits = createRateLimits({ clock, db, isOnlyProcess, enterprisePerMinute: limit });
  const identify = createIdentify({ authenticate, rateLimits, countCall: deps.tally.count });
  const idempotency = createIdempotency(deps.services.idempotency);
  const auth = authorization({
    authenticate,
    identify,
    idempotency,
    limits: { maxBodyBytes: 1000, maxArchiveBytes: 1000 },
    admission: createAdmission(),
    uploads: createUploadAdmission(2000),
  });
  // The handlers use the request, because Elysia caches constant responses.
  const app = new Elysia({ normalize: false })
    .use(auth)
    .get("/open", ({ request }) => request.method)
    .get("/checked", ({ request }) => request.method, {
      door: { permission: "spaces:read", body: "none", cost: "light" },
    });

  async function medianOf(path: string): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < calls; count += 1) {
      const request = new Request(`http://localhost${path}`, { headers: { "Svc-Api-Key": rootKey } });
      const start = Bun.nanoseconds();
      const { status } = await app.handle(request);
      times.push((Bun.nanoseconds() - start) / 1000);
      if (status !== 200) throw new Error(`${path} returned status ${status}`);
    }
    return percentile(times, 50);
  }

  await medianOf("/open");
  await medianOf("/checked");
  const [open, added]: [number[], number[]] = [[], []];
  // Alternates the routes, so that other load on the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    const [without, with_] = [await medianOf("/open"), await medianOf("/checked")];
    open.push(without);
    added.push(with_ - without);
  }
  const [median, min, max] = [percentile(added, 50), Math.min(...added), Math.max(...added)];
  console.log(
    `${name.padEnd(32)} ${median.toFixed(1).padStart(7)} (${min.toFixed(1)} to ${max.toFixed(1)}), empty route ${percentile(open, 50).toFixed(1)}`,
  );
}
