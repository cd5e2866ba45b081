import type { SpaceView } from "../storage/space-view.ts";

/** The live slots of views with retired documents. */
const live = new WeakMap<SpaceView, Uint8Array>();

/**
 * Flags the slots of a space whose chunks are live and in scope; undefined when all are.
 * @param allowed By segment and document: 1 when the document is in scope; undefined when all are.
 */
export function slotsInScope(
  view: SpaceView,
  allowed: readonly Uint8Array[] | undefined,
): Uint8Array | undefined {
  if (allowed) return flagSlots(view, allowed);
  if (view.segments.every(({ dead }) => !dead)) return undefined;
  const flags = live.get(view) ?? flagSlots(view, undefined);
  live.set(view, flags);
  return flags;
}

function flagSlots({ segments }: SpaceView, allowed: readonly Uint8Array[] | undefined): Uint8Array {
  const flags = new Uint8Array(segments.reduce((sum, { header }) => sum + header.documentOf.length, 0));
  let slot = 0;
  for (const [at, { header, dead }] of segments.entries()) {
    const { documentOf } = header;
    const own = allowed?.[at];
    for (let place = 0; place < documentOf.length; place++, slot++) {
      const document = documentOf[place] as number;
      if (dead?.[document] !== 1 && own?.[document] !== 0) flags[slot] = 1;
    }
  }
  return flags;
}
