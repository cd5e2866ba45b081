import { isDamage } from "../log/database-errors.ts";
import type { Log } from "../log/log.ts";

/** What PostgreSQL found damaged while it answered statements. */
export interface DamageWatch {
  /** Looks at an error of a statement. Logs damage once for each file or index. */
  note(error: unknown): void;
  /** What is damaged and what to do, for the operator. */
  problems(): readonly string[];
}

/** Finds the table or index in a file, by the number in the file's name; undefined when it cannot. */
export type NameRelation = (file: number) => Promise<string | undefined>;

const PLACE = /"((?:base|global|pg_\w+)\/[\w./]+|[\w.]+)"/;
const REMEDY =
  "Stop Quarry and restore the last backup into a new data folder or database; see docs/operating.md. Then check the disk.";
/** More are not remembered. */
const MAX_PLACES = 100;

/** Creates a watch without damage. */
export function createDamageWatch(log: Log, nameRelation: NameRelation): DamageWatch {
  const found = new Map<string, string>();
  return {
    note(error) {
      const damage = damageOf(error);
      if (!damage || found.has(damage.place) || found.size >= MAX_PLACES) return;
      found.set(damage.place, problem(damage.text));
      const file = /\/(\d+)[^/]*$/.exec(damage.place)?.[1];
      void (file === undefined ? Promise.resolve(undefined) : nameRelation(Number(file)))
        .catch(() => undefined)
        .then((name) => {
          const text = problem(name === undefined ? damage.text : `${damage.text} (${name})`);
          found.set(damage.place, text);
          log.warn(text);
        });
    },
    problems: () => [...found.values()],
  };
}

const problem = (text: string) => `The database is damaged: ${text}. ${REMEDY}`;

/** The damage that an error reports. These messages of PostgreSQL name files, blocks and indexes, and contain no rows. */
function damageOf(error: unknown): { readonly place: string; readonly text: string } | undefined {
  if (!(error instanceof Error) || !isDamage(error)) return undefined;
  return { place: PLACE.exec(error.message)?.[1] ?? "", text: error.message };
}
