import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import type { Json } from "./reading.ts";
import { newSpace, uniqueWord } from "./seeding.ts";

const DEFAULT = { maxTokens: 450, overlapTokens: 0 };

/** Chunking settings of a space: an extension of the interface. */
export function spaceChunkingTests(): void {
  describe("space chunking", () => {
    test("a space without settings shows the defaults", async () => {
      expectMatch(await newSpace(), { chunking: DEFAULT });
      expectMatch(await newSpace({ chunking: {} }), { chunking: DEFAULT });
    });

    test("a space shows the given settings, and defaults for the others", async () => {
      const chunking = { maxTokens: 200, overlapTokens: 100 };
      const space = await newSpace({ chunking });
      expect(space.chunking).toEqual(chunking);
      const read = await call("GET", `/api/spaces/${String(space.id)}`);
      expectMatch(read.json.space, { chunking });
      expect((await newSpace({ chunking: { maxTokens: 50 } })).chunking).toEqual({
        maxTokens: 50,
        overlapTokens: 0,
      });
      expect((await newSpace({ chunking: { overlapTokens: 40 } })).chunking).toEqual({
        maxTokens: 450,
        overlapTokens: 40,
      });
    });

    test("PATCH replaces the settings, and keeps them when they are absent", async () => {
      const { id } = await newSpace({ chunking: { maxTokens: 200, overlapTokens: 100 } });
      const patch = async (body: Json) => {
        const reply = await call("PATCH", `/api/spaces/${String(id)}`, { body });
        expectStatus(reply, 200);
        return reply.json.space;
      };
      expectMatch(await patch({ name: "Named" }), { chunking: { maxTokens: 200, overlapTokens: 100 } });
      expectMatch(await patch({ chunking: { maxTokens: 300 } }), {
        chunking: { maxTokens: 300, overlapTokens: 0 },
      });
      expectMatch(await patch({ chunking: {} }), { chunking: DEFAULT });
    });

    test.each([
      [{ maxTokens: 49 }, "/chunking/maxTokens"],
      [{ maxTokens: 2001 }, "/chunking/maxTokens"],
      [{ maxTokens: 100.5 }, "/chunking/maxTokens"],
      [{ maxTokens: "100" }, "/chunking/maxTokens"],
      [{ maxTokens: null }, "/chunking/maxTokens"],
      [{ overlapTokens: -1 }, "/chunking/overlapTokens"],
      [{ overlapTokens: 226 }, "/chunking/overlapTokens"],
      [{ maxTokens: 100, overlapTokens: 51 }, "/chunking/overlapTokens"],
      [{ maxTokens: 2000, overlapTokens: 1001 }, "/chunking/overlapTokens"],
      [{ size: 100 }, "/chunking/size"],
      ["small", "/chunking"],
      [null, "/chunking"],
    ])("%j is refused, with the field's path", async (chunking, path) => {
      expectRefused(await call("POST", "/api/spaces", { body: { name: uniqueWord(), chunking } }), path);
      const { id } = await newSpace();
      expectRefused(await call("PATCH", `/api/spaces/${String(id)}`, { body: { chunking } }), path);
    });

    test("the minimum and maximum are accepted", async () => {
      for (const chunking of [
        { maxTokens: 50, overlapTokens: 0 },
        { maxTokens: 51, overlapTokens: 25 },
        { maxTokens: 2000, overlapTokens: 1000 },
      ])
        expect((await newSpace({ chunking })).chunking).toEqual(chunking);
    });
  });
}
