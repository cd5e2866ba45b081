import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import type { Json } from "./reading.ts";
import { ask, filenames, newSpace, newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

/** Vector weight of a space: an extension of the interface. */
export function spaceRankingTests(): void {
  describe("space ranking", () => {
    test("a space shows its weight, or null by default", async () => {
      expectMatch(await newSpace(), { ranking: { vectorWeight: null } });
      expectMatch(await newSpace({ ranking: {} }), { ranking: { vectorWeight: null } });
      const { id, ranking } = await newSpace({ ranking: { vectorWeight: 0.35 } });
      expect(ranking).toEqual({ vectorWeight: 0.35 });
      const read = await call("GET", `/api/spaces/${String(id)}`);
      expectMatch(read.json.space, { ranking: { vectorWeight: 0.35 } });
    });

    test("PATCH sets it, keeps it, and removes it", async () => {
      const { id } = await newSpace();
      const patch = async (body: Json) => {
        const reply = await call("PATCH", `/api/spaces/${String(id)}`, { body });
        expectStatus(reply, 200);
        return reply.json.space;
      };
      expectMatch(await patch({ ranking: { vectorWeight: 1 } }), { ranking: { vectorWeight: 1 } });
      expectMatch(await patch({ name: "Named" }), { ranking: { vectorWeight: 1 } });
      expectMatch(await patch({ ranking: {} }), { ranking: { vectorWeight: 1 } });
      expectMatch(await patch({ ranking: { vectorWeight: 0 } }), { ranking: { vectorWeight: 0 } });
      expectMatch(await patch({ ranking: { vectorWeight: null } }), { ranking: { vectorWeight: null } });
    });

    test.each([
      [{ vectorWeight: -0.1 }, "/ranking/vectorWeight"],
      [{ vectorWeight: 1.1 }, "/ranking/vectorWeight"],
      [{ vectorWeight: "0.5" }, "/ranking/vectorWeight"],
      [{ weight: 0.5 }, "/ranking/weight"],
      [null, "/ranking"],
    ])("%j is refused, with the field's path", async (ranking, path) => {
      expectRefused(await call("POST", "/api/spaces", { body: { name: uniqueWord(), ranking } }), path);
      expectRefused(await call("PATCH", `/api/spaces/${await newSpaceId()}`, { body: { ranking } }), path);
    });

    test("hybrid queries use it: 0 ranks like lexical mode, 1 like vector mode", async () => {
      const spaceIds = await newSpaceId();
      for (const [filename, content] of [
        ["a.txt", "Otters hold hands while they sleep on the water."],
        ["b.txt", "Otter, otters, ottering: hands and water."],
        ["c.txt", "The water of the harbour is cold."],
      ] as const)
        await putDocument(spaceIds, filename, content);
      const asked = async (mode: string) => {
        const { results } = await ask({ query: "do otters hold hands", spaceIds, mode });
        // Stores and rescoring round the last digits differently.
        return results.map(({ document, similarity }) => [
          (document as Json).filename,
          Number(similarity).toFixed(6),
        ]);
      };
      const standard = await asked("hybrid");
      for (const [vectorWeight, mode] of [
        [0, "lexical"],
        [1, "vector"],
      ] as const) {
        await call("PATCH", `/api/spaces/${spaceIds}`, { body: { ranking: { vectorWeight } } });
        expect(await asked("hybrid")).toEqual(await asked(mode));
      }
      await call("PATCH", `/api/spaces/${spaceIds}`, { body: { ranking: { vectorWeight: null } } });
      expect(await asked("hybrid")).toEqual(standard);
      expect(filenames((await ask({ query: "otters", spaceIds })).results)).not.toBeEmpty();
    });
  });
}
