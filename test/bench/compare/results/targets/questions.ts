import type { Reference, Target } from "../target.ts";
import { type At, rate } from "./name-target.ts";

const SMALL = 100;
const DISTURBANCES = ["a file of 50 MB is read", "a snapshot is written", "the embedding model changes"];

/** Questions beside Chroma and a bare handler. */
export function questionTargets(at: At): Target[] {
  const vector = (connections: string) => at("query", `vector, ${connections}`, "chroma", "perSecond");
  const asked = (mode: string, connections: string) =>
    at("query", `${mode}, ${connections}`, "quarry", "perSecond");
  const filter = (share: string, before: string): Target => {
    const line = (mode: string) => `${mode}, filter of ${share}, 1 connection`;
    const of = at("filters", line("hybrid"), "quarry", "perSecond");
    const beside = at("filters", line("vector"), "chroma", "perSecond");
    return rate(of, beside, 60, `hybrid, metadata filter of ${share}, 1 connection`, before);
  };
  const five = (side: "quarry" | "chroma") =>
    at("spaces", "five spaces of fifty, 8 connections", side, "perSecond");
  const small = (side: "quarry" | "elysia"): Reference => ({
    ...at("hundred", "a space of 100 chunks, 64 connections", side, "perSecond"),
    size: SMALL,
  });
  return [
    rate(asked("hybrid", "1 connection"), vector("1 connection"), 5, "hybrid, 1 connection", "0.48"),
    rate(asked("hybrid", "8 connections"), vector("8 connections"), 6, "hybrid, 8 connections", "0.52"),
    rate(asked("lexical", "8 connections"), vector("8 connections"), 8, "lexical, 8 connections", "1.04"),
    filter("1 %", "5.9"),
    filter("10 %", "5.7"),
    filter("50 %", "7.8"),
    rate(five("quarry"), five("chroma"), 4, "five spaces of fifty, 8 connections", "0.48"),
    rate(
      small("quarry"),
      small("elysia"),
      0.15,
      "a space of 100 chunks beside a bare handler, 64 connections",
      "0.02",
    ),
    {
      title: "open loop at half load: p99/p50",
      of: at("open", "open loop at half load", "quarry", "tail"),
      ...{ bound: "at most", limit: 3, unit: "", before: "3.3" },
    },
    {
      title: "p99 while 20 documents/s come in, beside the idle one",
      of: at("writes", "20 documents/s come in", "quarry", "p99"),
      beside: at("writes", "nothing comes in", "quarry", "p99"),
      ...{ bound: "at most", limit: 3, unit: "x" },
    },
    ...DISTURBANCES.map(
      (line): Target => ({
        title: `p99 while ${line}, beside the idle one`,
        of: at("disturbances", line, "quarry", "p99"),
        beside: at("disturbances", "nothing else happens", "quarry", "p99"),
        ...{ bound: "at most", limit: 3, unit: "x" },
      }),
    ),
  ];
}
