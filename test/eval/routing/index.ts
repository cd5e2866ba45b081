import type { Quarry } from "@quarry/sdk";
import type { Collection } from "../collection.ts";
import { loadDocuments } from "../load-documents.ts";
import type { EvalOptions } from "../options.ts";
import { askRouted, type LoadedSpace, type Routed } from "./ask-routed.ts";
import { type RoutedSpace, topicalSpaces, wholeSpaces } from "./routed-spaces.ts";
import { abstentionTable, routingTable } from "./routing-table.ts";

/**
 * Measures how often the smart query recommends the space that a question belongs to: with a space per collection, then
 * with a space per topic. Also measures how often it recommends nothing if that space does not exist.
 */
export async function evaluateRouting(
  quarry: Quarry,
  collections: readonly Collection[],
  options: EvalOptions,
): Promise<string> {
  const whole = await withSpaces(quarry, wholeSpaces(collections), options, async (spaces) => {
    const routed = await askRouted(quarry, spaces, options.queries, "whole collections: questions");
    return [
      `## A space per collection (${spaces.length} spaces)\n\n${routingTable(routed)}`,
      `## Questions without their collection\n\n${abstentionTable(await askWithout(quarry, spaces, options))}`,
    ].join("\n\n");
  });
  const topics = topicalSpaces(collections);
  const topical = await withSpaces(quarry, topics, options, async (spaces) => {
    const routed = await askRouted(quarry, spaces, options.queries, "topics: questions");
    return `## A space per topic (${spaces.length} spaces)\n\n${routingTable(routed)}`;
  });
  return `# Routing\n\n${whole}\n\n${topical}\n`;
}

/** Creates and loads spaces, runs `work`, and purges them. */
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
        process.stderr.write(`Space ${spaceId} could not be purged: ${String(problem)}\n`);
      });
  }
}

/** Archives each space in turn and runs its questions. The smart query ignores archived spaces. */
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
