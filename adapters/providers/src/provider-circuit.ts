import type { Clock } from "@quarry/core";

/** When to stop asking. */
export interface ProviderCircuitOptions {
  readonly clock: Clock;
  /** Failures in a row that open it. */
  readonly failures: number;
  /** How long it stays open, in milliseconds. */
  readonly openMs: number;
}

/** Lets queries fail at once while the provider is away, so that answers without vectors stay fast. */
export interface ProviderCircuit {
  /** `closed`: go on. `open`: fail now. `probe`: this one call may find out whether the provider is back. */
  admit(): "closed" | "open" | "probe";
  /** Milliseconds until the next probe; 0 when closed. */
  remainingMs(): number;
  failed(): void;
  succeeded(): void;
}

/** Makes a closed circuit. */
export function createProviderCircuit({ clock, failures, openMs }: ProviderCircuitOptions): ProviderCircuit {
  let inARow = 0;
  let openUntilMs = 0;
  return {
    admit() {
      if (inARow < failures) return "closed";
      if (clock.now() < openUntilMs) return "open";
      // Open for everybody else until the probe has come back or has run out of time.
      openUntilMs = clock.now() + openMs;
      return "probe";
    },
    remainingMs: () => Math.max(0, openUntilMs - clock.now()),
    failed() {
      inARow += 1;
      if (inARow >= failures) openUntilMs = clock.now() + openMs;
    },
    succeeded() {
      inARow = 0;
      openUntilMs = 0;
    },
  };
}
