/** Sees to it that of several writes to one document the one that was asked for last stays. */
export interface WriteOrder {
  /** Enters a write; every write that is entered must be left. */
  enter(key: string): number;
  /** True when no later write has been made; it then counts as made. */
  claim(key: string, ticket: number): boolean;
  /** Makes all writes void that were entered before. */
  overtake(key: string): void;
  leave(key: string): void;
}

/** Makes a `WriteOrder`; it remembers only documents that are being written. */
export function createWriteOrder(): WriteOrder {
  const pending = new Map<string, { writers: number; made: number }>();
  let tickets = 0;
  return {
    enter(key) {
      const state = pending.get(key) ?? { writers: 0, made: 0 };
      state.writers += 1;
      pending.set(key, state);
      tickets += 1;
      return tickets;
    },
    claim(key, ticket) {
      const state = pending.get(key);
      if (!state || state.made > ticket) return false;
      state.made = ticket;
      return true;
    },
    overtake(key) {
      const state = pending.get(key);
      tickets += 1;
      if (state) state.made = tickets;
    },
    leave(key) {
      const state = pending.get(key);
      if (!state) return;
      state.writers -= 1;
      if (state.writers === 0) pending.delete(key);
    },
  };
}
