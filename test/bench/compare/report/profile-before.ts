import type { ProfileTop } from "./profile.ts";

/** Microseconds per question, from the profile of revision 8502bb8. */
const FIFTY_THOUSAND = `
search (usearch) | 32.0 | 1929
searchIndex adapters/memory/src/vectors/search-table.ts:69 | 6.1 | 366
addPostings packages/core/src/ranking/score-sheet.ts:11 | 5.6 | 335
(anonymous) | 4.9 | 296
(anonymous) packages/core/src/ranking/adjacent-pairs.ts:34 | 4.6 | 278
searchSpace adapters/memory/src/lexical/search-space.ts:32 | 4.5 | 269
accumulate adapters/memory/src/lexical/search-space.ts:66 | 4.4 | 267
fuse packages/core/src/ranking/fusion.ts:73 | 1.7 | 104
nearest adapters/memory/src/vectors/vector-graph.ts:116 | 1.7 | 102
json | 1.7 | 101
add adapters/memory/src/vectors/top-hits.ts:30 | 1.5 | 91
build postgres/src/connection.js:230 | 1.4 | 87
calculateScores eld/src/languageDetector.js:226 | 1.3 | 80
get adapters/memory/src/vectors/record-groups.ts:41 | 1.2 | 72
filter | 1.1 | 64`;

/** The profile before the work on speed, as its issue states it. */
export const PROFILE_BEFORE: ProfileTop = {
  name: "hybrid, 50,000 chunks, 8 connections",
  questions: 0,
  functions: FIFTY_THOUSAND.trim()
    .split("\n")
    .map((line) => line.split(" | "))
    .map(([place = "", share, micros]) => ({ place, share: Number(share) / 100, micros: Number(micros) })),
};
