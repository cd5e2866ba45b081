import type { Quarry } from "@quarry/sdk";
import type { Collection } from "../collection.ts";
import { loadDocuments } from "../load-documents.ts";
import type { EvalOptions } from "../options.ts";
import { askRouted, type LoadedSpace, type Routed } from "./ask-routed.ts";
import { type RoutedSpace, topicalSpaces, wholeSpaces } from "./routed-spaces.ts";
import { abstentionTable, routingTable } from "./routing-table.ts";

/**
 * How well the smart query finds the space that a question belongs to: every collection as one space, then all of them
 * in parts; and how often it recommends nothing when that space is not there.
 */
export async function evaluateRouting(
  quarry: Quarry,
  collections: readonly Collection[],
  options: EvalOptions,
): Promise<string> {
  const whole = await withSpaces(quarry, wholeSpaces(collections), options, async (spaces) => {
    const routed = await askRouted(quarry, spaces, options.queries, "whole collections: questions");
    return [
      `## ${spaces.length} collections, a space each\n\n${routingTable(routed)}`,
      `## Questions whose collection is left out\n\n${abstentionTable(await askWithout(quarry, spaces, options))}`,
    ].join("\n\n");
  });
  const parts = topicalSpaces(collections);
  const topical = await withSpaces(quarry, parts, options, async (spaces) => {
    const routed = await askRouted(quarry, spaces, options.queries, "parts by topic: questions");
    return `## The same in ${spaces.length} spaces by topic\n\n${routingTable(routed)}`;
  });
  return `# Routing\n\n${whole}\n\n${topical}\n`;
}

/** Makes the spaces, and erases them afterwards. */
async function withSpaces<Result>(
  quarry: Quarry,
  spaces: readonly RoutedSpace[],
  options: EvalOptions,
  work: (loaded: readonly LoadedSpace[]) => Promise<Result>,
): Promise<Result> {
  const loaded: LoadedSpace[] = [];
  try {
    for (const space of spaces) {
      const { name, description, documents } = space;
      const created = await quarry.spaces.create({ name, description });
      loaded.push({ ...space, spaceId: created.space.id });
      const collection = { name, documents, questions: [], judgements: new Map(), empty: 0 };
      await loadDocuments(quarry, created.space.id, collection, options);
    }
    return await work(loaded);
  } finally {
    for (const { spaceId } of loaded)
      await quarry.spaces.purge(spaceId).catch((problem: unknown) => {
        process.stderr.write(`Space ${spaceId} could not be erased: ${String(problem)}\n`);
      });
  }
}

/** Archives each space in turn and asks its questions: an archived space counts as if it were not there. */
async function askWithout(
  quarry: Quarry,
  spaces: readonly LoadedSpace[],
  options: EvalOptions,
): Promise<Routed[]> {
  const routed: Routed[] = [];
  for (const space of spaces) {
    await quarry.spaces.archive(space.spaceId);
    routed.push(...(await askRouted(quarry, [space], options.queries, `without ${space.name}: questions`)));
    await quarry.spaces.restore(space.spaceId);
  }
  return routed;
}
