import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { flood } from "../bench/overload/flood.ts";
import { type OverloadStage, openOverloadStage } from "../bench/overload/stage.ts";

// More questions than the server can answer. The limits are wide, because the machine may be busy;
// `bun run bench overload` measures them.

const CHUNKS = 500;
const SECONDS = 4;
/** Without refusals, the last questions of the flood wait for two thirds of twelve seconds. */
const SHORT_MS = 5000;

describe("overload", () => {
  let stage: OverloadStage;
  let perSecond = 0;
  beforeAll(async () => {
    stage = await openOverloadStage(CHUNKS);
    await flood({ ...stage.second, connections: 8, seconds: 1 });
    await flood({ ...stage.first, connections: 8, seconds: 2 });
    perSecond = (await flood({ ...stage.first, connections: 8, seconds: 2 })).accepted.perSecond;
  }, 120_000);
  afterAll(() => stage?.server.stop());

  test("callers on 64 connections that wait for their answers are not refused", async () => {
    const { accepted, refused, others } = await flood({ ...stage.first, connections: 64, seconds: 2 });
    expect({ refused: refused.count, others }).toEqual({ refused: 0, others: {} });
    expect(accepted.count).toBeGreaterThan(0);
  }, 30_000);

  test("of three times what it can answer, it answers some soon and refuses the rest", async () => {
    const beside = { ...stage.second, rate: perSecond / 10, connections: 500, seconds: SECONDS };
    const [first, second] = await Promise.all([
      flood({ ...stage.first, rate: perSecond * 3, connections: 500, seconds: SECONDS }),
      flood(beside),
    ]);
    expect({ others: first.others, hadNoRetryAfter: first.hadNoRetryAfter }).toEqual({
      others: {},
      hadNoRetryAfter: 0,
    });
    expect(first.refused.count).toBeGreaterThan(0);
    expect(first.accepted.count).toBeGreaterThan(0);
    expect(first.accepted.p99).toBeLessThan(SHORT_MS);
    expect(first.refused.p99).toBeLessThan(SHORT_MS);
    // The other organization is served, and soon.
    expect({ refused: second.refused.count, others: second.others }).toEqual({ refused: 0, others: {} });
    expect(second.accepted.p99).toBeLessThan(SHORT_MS);
  }, 60_000);

  test("five seconds later everything is answered", async () => {
    await Bun.sleep(5000);
    const { accepted, refused, others } = await flood({
      ...{ ...stage.first, rate: perSecond / 4, connections: 500, seconds: 2 },
    });
    expect({ refused: refused.count, others }).toEqual({ refused: 0, others: {} });
    expect(accepted.p99).toBeLessThan(SHORT_MS);
  }, 30_000);
});
