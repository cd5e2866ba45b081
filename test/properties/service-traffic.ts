import type { Quarry } from "@quarry/sdk";
import { seededRandom } from "../support/seeded-random.ts";

/** Slugs of the spaces. */
export const SLUGS = ["harbours", "bridges", "engines"];

/** A query of spaces by their slugs. */
export type Question = Parameters<Quarry["query"]>[0];

/**
 * An operation on a service. Services that receive the same operations in the same order must return the same results. A
 * query of an archived space is rejected.
 */
export type Step =
  | { readonly kind: "write"; readonly name: string; readonly apply: (quarry: Quarry) => Promise<unknown> }
  | { readonly kind: "query"; readonly question: Question; readonly isRefused: boolean };

const WORDS =
  "harbour lantern keeper winter storm ledger coffee bridge river engine valve pressure night signal tower cable anchor rope sail mast pilot chart tide lock crane barge quay dredger beacon buoy pelican heron gull".split(
    " ",
  );
const FILES = 18;

/** Generates an endless, seeded random sequence of writes and queries. */
export function* serviceTraffic(seed: number): Generator<Step, never> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const words = (count: number) => Array.from({ length: count }, () => pick(WORDS)).join(" ");
  const metadata = () => ({
    year: 2000 + below(4),
    tags: [pick(["old", "new"]), pick(["small", "large"])],
    at: { town: pick(["Ghent", "Århus"]) },
  });
  const text = () => {
    const part = () =>
      `## ${words(2)}\n\n${Array.from({ length: 2 + below(60) }, () => words(9)).join(". ")}.`;
    return `# ${words(3)}\n\n${Array.from({ length: 1 + below(4) }, part).join("\n\n")}`;
  };
  /** Filenames of the documents in each space. */
  const held = new Map(SLUGS.map((slug) => [slug, new Set<string>()]));
  /** The archived space, if any. */
  let archived: string | undefined;
  const file = () => `f${below(FILES)}.md`;
  const write = (name: string, apply: (quarry: Quarry) => Promise<unknown>): Step => ({
    ...{ kind: "write", name, apply },
  });
  const idOf = async (quarry: Quarry, spaceId: string, filename: string) =>
    (await quarry.documents.getByFilename({ spaceId, filename })).id;

  function change(): Step {
    const spaceId = pick(SLUGS.filter((slug) => slug !== archived));
    const files = held.get(spaceId) as Set<string>;
    const [known] = [...files].sort(() => random() - 0.5);
    const dice = below(20);
    if (dice < 2) {
      const documents = Array.from({ length: 2 + below(4) }, () => ({
        ...{ filename: file(), content: text(), metadata: metadata() },
      }));
      for (const { filename } of documents) files.add(filename);
      return write(`put ${documents.length} into ${spaceId}`, (quarry) =>
        quarry.documents.upsertBatch({ spaceId, documents }),
      );
    }
    if (dice === 2) {
      // Runs in the background, like every upload.
      const filename = `uploaded-${below(1e9)}.md`;
      files.add(filename);
      const body = { spaceId, filename, content: text(), metadata: metadata() };
      return write(`upload ${spaceId}/${filename}`, async (quarry) =>
        (await quarry.documents.upload(body)).waitUntilReady({ intervalMs: 30 }),
      );
    }
    if (dice < 10 || known === undefined) {
      const [filename, content] = [file(), text()];
      files.add(filename);
      const body = { spaceId, filename, content, metadata: metadata() };
      return write(`put ${spaceId}/${filename}`, (quarry) => quarry.documents.upsert(body));
    }
    if (dice < 13) {
      const changes = { metadata: metadata() };
      return write(`patch ${spaceId}/${known}`, async (quarry) =>
        quarry.documents.update({ spaceId, id: await idOf(quarry, spaceId, known), ...changes }),
      );
    }
    if (dice < 15) {
      const filename = `renamed-${below(1e9)}.md`;
      files.delete(known);
      files.add(filename);
      return write(`rename ${spaceId}/${known}`, async (quarry) =>
        quarry.documents.update({ spaceId, id: await idOf(quarry, spaceId, known), filename }),
      );
    }
    if (dice < 18) {
      files.delete(known);
      return write(`delete ${spaceId}/${known}`, async (quarry) =>
        quarry.documents.delete({ spaceId, id: await idOf(quarry, spaceId, known) }),
      );
    }
    if (dice < 19) {
      const hidden = archived;
      archived = hidden === undefined ? spaceId : undefined;
      return hidden === undefined
        ? write(`archive ${spaceId}`, (quarry) => quarry.spaces.archive(spaceId))
        : write(`restore ${hidden}`, (quarry) => quarry.spaces.restore(hidden));
    }
    files.clear();
    return write(`purge ${spaceId}`, async (quarry) => {
      await quarry.spaces.purge(spaceId);
      await quarry.spaces.create({ name: spaceId, slug: spaceId });
    });
  }

  function question(): Step {
    const named = SLUGS.filter(() => random() < 0.6);
    const open = SLUGS.filter((slug) => slug !== archived);
    // Occasionally queries an archived space.
    const spaceIds = below(8) === 0 && named.length > 0 ? named : named.filter((slug) => slug !== archived);
    const filters = [
      {},
      {},
      { metadata: { year: 2000 + below(4) } },
      { metadata: { tags: ["old"], at: { town: "Århus" } } },
      { filter: { year: { $gte: 2002 }, tags: { $ne: "small" } } },
      { filter: { $or: [{ "at.town": "Ghent" }, { year: { $in: [2000, 2003] } }] } },
    ];
    const question: Question = {
      query: words(1 + below(5)),
      spaceIds: spaceIds.length > 0 ? spaceIds : [pick(open)],
      mode: pick(["hybrid", "lexical", "vector"] as const),
      topK: pick([1, 3, 10, 50]),
      ...(random() < 0.2 ? { threshold: random() / 2 } : {}),
      ...(random() < 0.2 ? { groupBySpace: true } : {}),
      ...pick(filters),
    };
    return { kind: "query", question, isRefused: spaceIds.some((slug) => slug === archived) };
  }

  for (;;) yield random() < 0.5 ? change() : question();
}
