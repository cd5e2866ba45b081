/** Makes the last of several concurrent writes to a document win. */
export interface WriteOrder {
  /** Registers a write and returns its ticket. Every write must call `leave`. */
  enter(key: string): number;
  /** Returns true when no later write has been applied, and marks this one as applied. */
  claim(key: string, ticket: number): boolean;
  /** Invalidates all writes registered so far. */
  overtake(key: string): void;
  leave(key: string): void;
}

/** Creates a `WriteOrder`. It keeps state only for documents that are being written. */
export function createWriteOrder(): WriteOrder {
  const pending = new Map<string, { writers: number; applied: number }>();
  let tickets = 0;
  return {
    enter(key) {
      const state = pending.get(key) ?? { writers: 0, applied: 0 };
      state.writers += 1;
      pending.set(key, state);
      tickets += 1;
      return tickets;
    },
    claim(key, ticket) {
      const state = pending.get(key);
      if (!state || state.applied > ticket) return false;
      state.applied = ticket;
      return true;
    },
    overtake(key) {
      const state = pending.get(key);
      tickets += 1;
      if (state) state.applied = tickets;
    },
    leave(key) {
      const state = pending.get(key);
      if (!state) return;
      state.writers -= 1;
      if (state.writers === 0) pending.delete(key);
    },
  };
}
