import { type Model, type State, sameState, uniqueWordIn } from "../faults/model.ts";

/** A key that a client made, and whether it may still be used. `unknown`: the revocation was not answered. */
export interface LedgerKey {
  readonly id: string;
  readonly key: string;
  state: "valid" | "revoked" | "unknown";
}

/** What one client's space must contain, by the answers that the client got. */
export interface Ledger {
  readonly spaceId: string;
  /** Every state that a document may be in. More than one after a write that was not answered. */
  readonly documents: Model;
  /** Documents that were uploaded and may still be in processing: they need not be found yet. */
  readonly processing: Set<string>;
  /** Words of texts that were replaced or deleted, acknowledged: no question may show them. */
  readonly gone: Set<string>;
  /** `undefined` after an archive or restore that was not answered. */
  isArchived: boolean | undefined;
  readonly keys: LedgerKey[];
}

/** A ledger of an empty space. */
export function emptyLedger(spaceId: string): Ledger {
  return {
    spaceId,
    documents: new Map(),
    processing: new Set(),
    gone: new Set(),
    isArchived: false,
    keys: [],
  };
}

/** Notes that a write was sent: from now on both outcomes are possible. */
export function noteSent(ledger: Ledger, filename: string, after: State): void {
  ledger.documents.set(filename, [...(ledger.documents.get(filename) ?? ["absent"]), after]);
}

/** Notes the one state that a document has, by an answer or by looking. */
export function noteCertain(ledger: Ledger, filename: string, now: State): void {
  const text = now === "absent" ? "" : now.text;
  for (const state of ledger.documents.get(filename) ?? [])
    if (!sameState(state, now) && state !== "absent" && state.text !== text)
      ledger.gone.add(uniqueWordIn(state.text));
  ledger.documents.set(filename, [now]);
}
