import { Quarry } from "@quarry/sdk";
import { seededRandom } from "../../support/seeded-random.ts";
import { percentileOf } from "../compare/results/statistics.ts";
import { flood } from "../overload/flood.ts";
import { openOverloadStage, type Tenant } from "../overload/stage.ts";
import { type Call, mixOf } from "./mix.ts";
import { describeTableGrowth, readTableSizes, type TableSizes } from "./table-sizes.ts";
import { growthPerHour, readVitals, type Vitals } from "./vitals.ts";

const LOAD = 0.7;
/** Callers that find out how much the server can do. */
const CONNECTIONS = 8;
const CALIBRATION_MS = 60_000;
const VITALS_MS = 10_000;
const REPORT_MS = 60_000;
/** What was due while this process itself stood still for longer is not sent: at once, it would be a burst and no load. */
const LATE_MS = 50;
/** Caches fill at first; growth counts from this share of the time on. */
const SETTLED = 1 / 3;

/** Options of {@link benchSoak}. */
export interface SoakOptions {
  readonly minutes: number;
  readonly chunks: number;
}

interface Tally {
  readonly times: number[];
  readonly wrong: Map<string, number>;
}

/** Loads a server with a mix of calls at 70 % of what it can do, and watches for errors and growth. */
export async function benchSoak({ minutes, chunks }: SoakOptions): Promise<void> {
  const { server, first } = await openOverloadStage(chunks);
  try {
    await flood({ ...first, connections: CONNECTIONS, seconds: 10 });
    const calls = mixOf(first, seededRandom(1));
    const send = async (tally: Tally) => {
      const call = calls.next().value as Call;
      await sendCall(first.origin, first.key, call, tally);
    };
    const most = await ratePerSecond(send, () => allProcessed(first));
    const rate = most * LOAD;
    console.log(
      `${most.toFixed(0)} calls/s with ${CONNECTIONS} callers; ${rate.toFixed(0)}/s for ${minutes} minutes`,
    );

    const tally: Tally = { times: [], wrong: new Map() };
    const startedAt = performance.now();
    const minuteNow = () => (performance.now() - startedAt) / 60_000;
    const vitals: Vitals[] = [];
    let settledSizes: Promise<TableSizes> | undefined;
    const pending = new Set<Promise<void>>();
    let [sent, vitalsAt, reportAt, reported] = [0, 0, REPORT_MS, 0];
    let [lastMs, omittedMs] = [0, 0];
    for (let elapsed = 0; elapsed < minutes * 60_000; elapsed = performance.now() - startedAt) {
      omittedMs += Math.max(0, elapsed - lastMs - LATE_MS);
      lastMs = elapsed;
      for (; sent < ((elapsed - omittedMs) / 1000) * rate; sent += 1) {
        const call = send(tally);
        pending.add(call);
        void call.finally(() => pending.delete(call));
      }
      if (elapsed >= vitalsAt) {
        vitalsAt += VITALS_MS;
        void readVitals(server.pid, server.dataDir, minuteNow()).then((read) => vitals.push(read));
      }
      if (elapsed >= minutes * 60_000 * SETTLED) settledSizes ??= readTableSizes(server.dataDir, minuteNow());
      if (elapsed >= reportAt) {
        reportAt += REPORT_MS;
        // To sort all times would take so long that calls would be late.
        const lately = { times: tally.times.slice(reported), wrong: tally.wrong };
        reported = tally.times.length;
        console.log(
          `minute ${minuteNow().toFixed(0)}: ${describe(lately)}; ${describeVitals(vitals.at(-1))}`,
        );
      }
      await Bun.sleep(2);
    }
    await Promise.all(pending);
    console.log(`\n${tally.times.length} calls: ${describe(tally)}`);
    console.log(
      `not sent while this process stood still: ${(omittedMs / 600 / minutes).toFixed(2)} % of the time`,
    );
    console.log(`start:  ${describeVitals(vitals[0])}\nend:    ${describeVitals(vitals.at(-1))}`);
    const sizes = await readTableSizes(server.dataDir, minuteNow());
    const settled = vitals.slice(Math.floor(vitals.length * SETTLED));
    const growth = (quantity: "memoryBytes" | "diskBytes") => growthPerHour(settled, quantity) / 1e6;
    console.log(
      `growth: ${growth("memoryBytes").toFixed(1)} MB of memory, ${growthPerHour(settled, "handles").toFixed(1)} handles, ` +
        `${growth("diskBytes").toFixed(1)} MB on disk an hour, of the last two thirds`,
    );
    if (settledSizes) console.log(`        ${describeTableGrowth(await settledSizes, sizes)}`);
    console.log((await server.command("doctor")).output.trim());
    if (tally.wrong.size > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

async function sendCall(origin: string, key: string, call: Call, { times, wrong }: Tally): Promise<void> {
  const startedAt = performance.now();
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const { method, body } = call;
  const outcome = await fetch(origin + call.path, { method, headers, ...(body ? { body } : {}) }).then(
    async (answer) => {
      const read = await answer.json();
      if (answer.ok) call.read?.(read);
      return answer.status;
    },
    () => "a broken connection",
  );
  times.push(performance.now() - startedAt);
  if (call.statuses.includes(Number(outcome))) return;
  const name = `${call.name}: ${outcome}`;
  wrong.set(name, (wrong.get(name) ?? 0) + 1);
}

/** How many calls the server can do: until the documents that they wrote are processed, too. */
async function ratePerSecond(
  send: (tally: Tally) => Promise<void>,
  allProcessed: () => Promise<void>,
): Promise<number> {
  const tally: Tally = { times: [], wrong: new Map() };
  const start = performance.now();
  const caller = async () => {
    while (performance.now() < start + CALIBRATION_MS) await send(tally);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  await allProcessed();
  return (tally.times.length * 1000) / (performance.now() - start);
}

async function allProcessed({ origin, key, spaceId }: Tenant): Promise<void> {
  const { documents } = new Quarry({ baseUrl: origin, apiKey: key });
  const isAny = async (status: "PENDING" | "PROCESSING") =>
    (await documents.list({ spaceId, status, pageSize: 1 })).data.length > 0;
  while ((await isAny("PENDING")) || (await isAny("PROCESSING"))) await Bun.sleep(100);
}

function describe({ times, wrong }: Tally): string {
  const sorted = times.toSorted((left, right) => left - right);
  const [p50, p99, most] = [50, 99, 100].map((percent) => (percentileOf(sorted, percent) ?? 0).toFixed(1));
  const errors = [...wrong].map(([name, count]) => `${count} x ${name}`).join(", ");
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms; errors: ${errors || "0"}`;
}

function describeVitals(vitals: Vitals | undefined): string {
  if (!vitals) return "";
  const { memoryBytes, handles, diskBytes } = vitals;
  return `${(memoryBytes / 1e6).toFixed(0)} MB of memory, ${handles} handles, ${(diskBytes / 1e6).toFixed(0)} MB on disk`;
}
