import { describe, expect, test } from "bun:test";
import { createMentionFinder } from "./mentions.ts";
import { routingReason } from "./routing-reason.ts";

describe("the reason of a recommendation", () => {
  test("names what the passages and the description hold", () => {
    const grounds = { held: ["wing", "lift"], mentioned: ["aerodynamics"], hasPassage: true };
    expect(routingReason(grounds)).toBe(
      'Its passages hold "wing" and "lift"; its name or description mentions "aerodynamics".',
    );
  });

  test("says so when only one of them speaks for the space, or neither has a word to name", () => {
    const reason = (held: string[], mentioned: string[], hasPassage: boolean) =>
      routingReason({ held, mentioned, hasPassage });
    expect(reason(["a", "b", "c"], [], true)).toBe('Its passages hold "a", "b" and "c".');
    expect(reason([], ["engine"], false)).toBe('Its name or description mentions "engine".');
    expect(reason([], [], true)).toBe("One of its passages resembles the question.");
    expect(reason([], [], false)).toBe("Its name or description resembles the question.");
  });

  test("finds words in whatever form the description has them, and no function words", () => {
    const mentions = createMentionFinder("What are the repairs of an engine's wheels?");
    expect(mentions("How the wheel of engines is repaired")).toEqual(["engine's", "repairs", "wheels"]);
    expect(mentions("The what and how of the gardens")).toEqual([]);
    expect(createMentionFinder("黑豹队的防守")("黑豹队")).toEqual(["黑豹", "豹队"]);
  });
});
