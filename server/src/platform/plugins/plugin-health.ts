import type { Log } from "../log/log.ts";

/** What works and what does not work of one plug-in. Logs each change once. */
export interface PluginHealth {
  /** Kind and name of the plug-in, e.g. `vector store chroma`. */
  readonly plugin: string;
  failed(member: string, error: Error): void;
  /** @param slowMs Duration from which a call counts as slow. */
  succeeded(member: string, durationMs: number, slowMs: number): void;
  /** Reports answers that are well-formed and nevertheless wrong; undefined when they are right again. */
  doubt(member: string, problem: string | undefined): void;
  /** Calls the listener each time when the plug-in works again. */
  onBack(listener: () => void): void;
  /** What does not work now, for the operator. */
  problems(): string[];
}

/** A call of a plug-in that has ended. */
export interface PluginCall {
  readonly plugin: string;
  readonly member: string;
  readonly outcome: "ok" | "failed";
  /** Of a call that succeeded. */
  readonly durationMs?: number;
}

/** Receives each call of a plug-in when it has ended. */
export type PluginCallObserver = (call: PluginCall) => void;

/** Consecutive slow calls that make a member slow. */
const SLOW_CALLS = 3;
/** A problem that returns so soon after it was logged is not logged again. */
const QUIET_MS = 60_000;

interface Trouble {
  readonly problem: string;
  readonly since: Date;
  readonly isLogged: boolean;
}

/** What a question loses while one of its plug-ins is away. */
const QUESTIONS_MEANWHILE = "Questions are answered by their words meanwhile.";

/**
 * Creates the health of a plug-in that works.
 * @param meanwhile What happens while it is away, for the operator.
 */
export function createPluginHealth(
  plugin: string,
  log: Log,
  onCall: PluginCallObserver = () => undefined,
  meanwhile = QUESTIONS_MEANWHILE,
): PluginHealth {
  const away = new Map<string, Trouble>();
  const slow = new Map<string, Trouble>();
  const doubts = new Map<string, Trouble>();
  const slowCalls = new Map<string, number>();
  const loggedAt = new Map<string, number>();
  const listeners: (() => void)[] = [];

  /** True when this kind of trouble was not logged a moment ago. */
  function mayLog(key: string): boolean {
    const now = Date.now();
    if (now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return false;
    loggedAt.set(key, now);
    return true;
  }

  function begin(troubles: Map<string, Trouble>, member: string, problem: string, isLogged: boolean): void {
    troubles.set(member, { problem, since: troubles.get(member)?.since ?? new Date(), isLogged });
  }

  function works(member: string): void {
    const trouble = away.get(member);
    if (!trouble) return;
    away.delete(member);
    if (trouble.isLogged)
      log.info(`the ${plugin} is back: ${member} works again after ${secondsSince(trouble.since)} s`);
    if (away.size > 0) return;
    for (const listener of listeners) listener();
  }

  function measured(member: string, durationMs: number, slowMs: number): void {
    if (durationMs < slowMs) {
      if (!slowCalls.delete(member)) return;
      const trouble = slow.get(member);
      slow.delete(member);
      if (trouble?.isLogged) log.info(`the ${plugin} is fast again: ${member}`);
      return;
    }
    const calls = (slowCalls.get(member) ?? 0) + 1;
    slowCalls.set(member, calls);
    if (calls < SLOW_CALLS || slow.has(member)) return;
    const problem = `${member} took ${seconds(durationMs)} s`;
    const isLogged = mayLog(`slow ${member}`);
    if (isLogged) log.warn(`the ${plugin} is slow: ${problem}`);
    begin(slow, member, problem, isLogged);
  }

  return {
    plugin,
    failed(member, error) {
      onCall({ plugin, member, outcome: "failed" });
      if (away.has(member)) return;
      const isLogged = mayLog(`away ${member}`);
      if (isLogged) log.error(`the ${plugin} is away: ${member} does not work`, error);
      begin(away, member, error.message, isLogged);
    },
    succeeded(member, durationMs, slowMs) {
      onCall({ plugin, member, outcome: "ok", durationMs });
      works(member);
      measured(member, durationMs, slowMs);
    },
    doubt(member, problem) {
      const known = doubts.get(member);
      if (problem === undefined) {
        if (known?.isLogged) log.info(`the ${plugin} answers rightly again: ${member}`);
        doubts.delete(member);
      } else if (!known) {
        const isLogged = mayLog(`doubt ${member}`);
        if (isLogged) log.warn(`the ${plugin} answers wrongly: ${member} ${problem}`);
        begin(doubts, member, problem, isLogged);
      }
    },
    onBack: (listener) => void listeners.push(listener),
    problems: () => [
      ...[...away].map(
        ([member, { problem, since }]) =>
          `The ${plugin} is away since ${since.toISOString()}: ${member} does not work. ${problem} ${meanwhile}`,
      ),
      ...[...slow.values()].map(({ problem }) => `The ${plugin} is slow: ${problem}.`),
      ...[...doubts].map(([member, { problem }]) => `The ${plugin} answers wrongly: ${member} ${problem}.`),
    ],
  };
}

const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(1);
const secondsSince = (time: Date): string => seconds(Date.now() - time.getTime());
