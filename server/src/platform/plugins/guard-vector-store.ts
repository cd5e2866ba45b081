import type { StopSignal, VectorStore } from "@quarry/core";
import { CALLER_LEFT } from "../limits/caller-left.ts";
import { isDatabaseAway, postgresCode } from "../log/database-errors.ts";
import { createPluginCalls, type MemberRules } from "./plugin-calls.ts";
import type { PluginHealth } from "./plugin-health.ts";
import { createProbes } from "./plugin-probes.ts";
import { guardedSteps } from "./plugin-steps.ts";
import { faultOfCount, faultOfHits, faultOfRecord, faultOfScores } from "./vector-answers.ts";

/** A user waits for a question, and words can answer it. */
const QUESTION = { limitMs: 5000, slowMs: 1000, isRepeated: true };
const WRITE = { limitMs: 30_000, slowMs: 10_000, isRepeated: false };

const RULES = {
  query: { member: "query", ...QUESTION },
  scores: { member: "scores", ...QUESTION },
  count: { member: "count", ...WRITE, isRepeated: true },
  scan: { member: "scan", ...WRITE },
  upsert: { member: "upsert", ...WRITE },
  delete: { member: "delete", ...WRITE },
  ready: { member: "ready", limitMs: 5000, slowMs: 1000, isRepeated: false },
  close: { member: "close", ...WRITE },
} satisfies Record<string, MemberRules>;

/**
 * Puts a wall around a vector store: every call ends in time with a checked answer or with `unavailable`, also from a store
 * that throws, hangs or lies. A read that failed is repeated in the background until it works.
 */
export function guardVectorStore(store: VectorStore, health: PluginHealth): VectorStore {
  // The errors of a store in the service's own database are the database's.
  const passes = (error: unknown) =>
    store.within !== undefined && (isDatabaseAway(error) || postgresCode(error) !== undefined);
  const { call } = createPluginCalls(health, passes);
  const probes = createProbes();

  /** Calls a member that only reads. */
  async function read<Answer>(
    rules: MemberRules,
    run: (signal?: StopSignal) => Promise<Answer>,
    faultOf?: (answer: Answer) => string | undefined,
    caller?: StopSignal,
  ): Promise<Answer> {
    try {
      const answer = await call(rules, run, faultOf, caller);
      probes.worked(rules.member);
      return answer;
    } catch (error) {
      if (error !== CALLER_LEFT && !passes(error))
        probes.failed(rules.member, () => call(rules, run, faultOf));
      throw error;
    }
  }

  /** The first record of an organization, or the error that a scan would end with. */
  async function firstOf(orgId: string): Promise<void> {
    for await (const _record of steps(orgId)) return;
  }

  const steps = (orgId: string) =>
    guardedSteps(
      call,
      RULES.scan,
      () => store.scan(orgId),
      (found) => faultOfRecord(found, orgId),
    );

  async function* scan(orgId: string): ReturnType<VectorStore["scan"]> {
    try {
      yield* steps(orgId);
    } catch (error) {
      if (!passes(error)) probes.failed(RULES.scan.member, () => firstOf(orgId));
      throw error;
    }
  }

  return {
    name: store.name,
    capabilities: store.capabilities,
    upsert: (records) => call(RULES.upsert, () => store.upsert(records)),
    delete: (selector) => call(RULES.delete, () => store.delete(selector)),
    query: (query) =>
      read(
        RULES.query,
        (signal) => store.query(signal ? { ...query, signal } : query),
        (hits) => faultOfHits(hits, query),
        query.signal,
      ),
    count: (scope) => read(RULES.count, () => store.count(scope), faultOfCount),
    scan,
    async close() {
      probes.stop();
      await call(RULES.close, () => store.close());
    },
    ...(store.scores && {
      scores: (scoring) =>
        read(
          RULES.scores,
          async () => store.scores?.(scoring) ?? new Map(),
          (scores) => faultOfScores(scores, scoring),
        ),
    }),
    ...(store.ready && { ready: () => read(RULES.ready, async () => store.ready?.()) }),
    ...(store.within && { within: (transaction) => store.within?.(transaction) ?? store }),
  };
}
