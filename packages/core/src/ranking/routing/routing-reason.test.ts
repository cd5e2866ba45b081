import { describe, expect, test } from "bun:test";
import { createMentionFinder } from "./mentions.ts";
import { routingReason } from "./routing-reason.ts";

describe("the reason for a recommendation", () => {
  test("names the words in the passages and the description", () => {
    const grounds = { held: ["wing", "lift"], mentioned: ["aerodynamics"], hasPassage: true };
    expect(routingReason(grounds)).toBe(
      'Its passages hold "wing" and "lift"; its name or description mentions "aerodynamics".',
    );
  });

  test("covers evidence from only one of them, and evidence without words", () => {
    const reason = (held: string[], mentioned: string[], hasPassage: boolean) =>
      routingReason({ held, mentioned, hasPassage });
    expect(reason(["a", "b", "c"], [], true)).toBe('Its passages hold "a", "b" and "c".');
    expect(reason([], ["engine"], false)).toBe('Its name or description mentions "engine".');
    expect(reason([], [], true)).toBe("One of its passages resembles the question.");
    expect(reason([], [], false)).toBe("Its name or description resembles the question.");
  });

  test("finds inflected words of the description, and no function words", () => {
    const mentions = createMentionFinder("What are the repairs of an engine's wheels?");
    expect(mentions("How the wheel of engines is repaired")).toEqual(["engine's", "repairs", "wheels"]);
    expect(mentions("The what and how of the gardens")).toEqual([]);
    expect(createMentionFinder("黑豹队的防守")("黑豹队")).toEqual(["黑豹", "豹队"]);
  });
});
