import type { Random } from "../mutate.ts";

/** Returns one of the items. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Returns a whole number from 0 to one below the limit. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}
