import type { Clock } from "@quarry/core";

/** Settings of a circuit breaker. */
export interface ProviderCircuitOptions {
  readonly clock: Clock;
  /** Consecutive failures that open the circuit. */
  readonly failures: number;
  /** How long the circuit stays open, in milliseconds. */
  readonly openMs: number;
}

/** A circuit breaker: makes queries fail immediately while the provider is down, so that lexical results stay fast. */
export interface ProviderCircuit {
  /** Returns `closed` to continue, `open` to fail, or `probe` for the one call that tests whether the provider is back. */
  admit(): "closed" | "open" | "probe";
  /** Milliseconds until the next probe; 0 when closed. */
  remainingMs(): number;
  failed(): void;
  succeeded(): void;
}

/** Creates a closed circuit. */
export function createProviderCircuit({ clock, failures, openMs }: ProviderCircuitOptions): ProviderCircuit {
  let consecutiveFailures = 0;
  let openUntilMs = 0;
  return {
    admit() {
      if (consecutiveFailures < failures) return "closed";
      if (clock.now() < openUntilMs) return "open";
      // Stays open for other calls until the probe returns or times out.
      openUntilMs = clock.now() + openMs;
      return "probe";
    },
    remainingMs: () => Math.max(0, openUntilMs - clock.now()),
    failed() {
      consecutiveFailures += 1;
      if (consecutiveFailures >= failures) openUntilMs = clock.now() + openMs;
    },
    succeeded() {
      consecutiveFailures = 0;
      openUntilMs = 0;
    },
  };
}
