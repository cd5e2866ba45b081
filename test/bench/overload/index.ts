import { spreadOf } from "../compare/results/statistics.ts";
import { type FloodOutcome, flood } from "./flood.ts";
import { type OverloadStage, openOverloadStage, type Tenant } from "./stage.ts";

/** Requests in flight that use a server fully. */
const CLOSED = 8;
const MANY = 64;
/** Of an open loop: more than a server ever has waiting. */
const CONNECTIONS = 1000;
const OVERLOAD = 3;
const RECOVERY_MS = 5000;

/** Options of {@link benchOverload}. */
export interface OverloadOptions {
  /** Chunks of each organization's space. */
  readonly chunks: number;
  readonly turns: number;
  /** Length of each stretch of load. */
  readonly seconds: number;
}

/** Measures what becomes of questions when there are three times as many as the server can answer. */
export async function benchOverload({ chunks, turns, seconds }: OverloadOptions): Promise<void> {
  const stage = await openOverloadStage(chunks);
  try {
    for (const tenant of [stage.first, stage.second])
      await flood({ ...tenant, connections: CLOSED, seconds });
    const figures = new Map<string, number[]>();
    for (let turn = 0; turn < turns; turn += 1)
      for (const [name, value] of Object.entries(await measureTurn(stage, seconds)))
        figures.set(name, [...(figures.get(name) ?? []), value]);
    console.log(`${chunks} chunks in each of two spaces; median of ${turns} turns of ${seconds} s (range)`);
    for (const [name, values] of figures) {
      const { median, least, most } = spreadOf(values);
      console.log(`${name.padEnd(64)} ${digits(median)} (${digits(least)}-${digits(most)})`);
    }
  } finally {
    await stage.server.stop();
  }
}

async function measureTurn(
  { first, second }: OverloadStage,
  seconds: number,
): Promise<Record<string, number>> {
  const open = (tenant: Tenant, rate: number) =>
    flood({ ...tenant, rate, connections: CONNECTIONS, seconds });
  const most = await flood({ ...first, connections: CLOSED, seconds });
  const many = await flood({ ...first, connections: MANY, seconds });
  const rate = most.accepted.perSecond;
  const half = await open(first, rate / 2);
  const alone = await open(second, rate / 10);
  const over = await open(first, rate * OVERLOAD);
  await Bun.sleep(RECOVERY_MS);
  const after = await open(first, rate / 2);
  const [flooding, beside] = await Promise.all([open(first, rate * OVERLOAD), open(second, rate / 10)]);
  await Bun.sleep(RECOVERY_MS);
  return {
    "questions/s, 8 connections": rate,
    "questions/s, 64 connections": many.accepted.perSecond,
    "refused of those on 64 connections": many.refused.count,
    "half load: p50, ms": half.accepted.p50,
    "half load: p99, ms": half.accepted.p99,
    "half load: refused": half.refused.count,
    "3 x overload: answered/s": over.accepted.perSecond,
    "3 x overload: p99 of answers, ms": over.accepted.p99,
    "3 x overload: p99 of answers / p99 at half load": over.accepted.p99 / half.accepted.p99,
    "3 x overload: share refused": over.refused.count / (over.refused.count + over.accepted.count),
    "3 x overload: p50 of refusals, ms": over.refused.p50,
    "3 x overload: p99 of refusals, ms": over.refused.p99,
    "5 s after: p99 at half load, ms": after.accepted.p99,
    "5 s after: refused": after.refused.count,
    "another organization, a tenth of the load: p50 alone, ms": alone.accepted.p50,
    "another organization, a tenth of the load: p99 alone, ms": alone.accepted.p99,
    "the same beside a flood of 3 x: p50, ms": beside.accepted.p50,
    "the same beside a flood of 3 x: p99, ms": beside.accepted.p99,
    "the same: p99 beside / p99 alone": beside.accepted.p99 / alone.accepted.p99,
    "the same: refused": beside.refused.count,
    "answers that are neither 200 nor 503, or 503 without Retry-After": [
      ...[most, many, half, alone, over, after, flooding, beside],
    ].reduce((sum, outcome) => sum + strangeIn(outcome), 0),
  };
}

function strangeIn({ others, hadNoRetryAfter }: FloodOutcome): number {
  return Object.values(others).reduce((sum, count) => sum + count, hadNoRetryAfter);
}

function digits(value: number): string {
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3);
}
