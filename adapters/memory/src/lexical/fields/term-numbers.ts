/** The terms of a field with their numbers. */
export interface TermNumbers {
  /** Returns the term's number and assigns one if necessary. */
  intern(term: string): number;
  /** Returns the term's number; -1 when it has none. */
  find(term: string): number;
  /** All numbers are below this. */
  limit(): number;
  /** Returns the terms by number, without free numbers. */
  terms(): string[];
  /** Frees the numbers that pass the test. */
  free(isUnused: (id: number) => boolean): void;
}
