import { describe } from "bun:test";
import {
  blobStoreSuite,
  lexicalIndexSuite,
  type ParserOptions,
  parserSuite,
  type Runner,
} from "@quarry/conformance";
import type { LexicalIndex, Parser } from "@quarry/core";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { markdownParser } from "@quarry/parsers";
import { brokenBlobStores, type OpenBlobStore } from "./broken/blob-stores.ts";
import { expectGreen, expectRed } from "./broken/expect-red.ts";
import { brokenLexicalIndexes } from "./broken/lexical-indexes.ts";
import { createMemoryBlobStore, type StoredFiles } from "./broken/memory-blob-store.ts";
import { brokenParsers } from "./broken/parsers.ts";

describe("the suite for lexical indexes", () => {
  const suite = (runner: Runner, create: () => LexicalIndex) =>
    lexicalIndexSuite(runner, async () => {
      const index = create();
      return {
        index,
        reopen: async () => create(),
        transact: (body) => body(undefined),
        cleanUp: () => index.close(),
      };
    });
  expectGreen((runner) => suite(runner, createMemoryLexicalIndex), 40);
  expectRed(brokenLexicalIndexes, suite);
});

describe("the suite for blob stores", () => {
  const suite = (runner: Runner, create: () => OpenBlobStore) =>
    blobStoreSuite(
      runner,
      async () => {
        const files: StoredFiles = new Map();
        const open = create();
        return { store: open(files), reopen: async () => open(files), cleanUp: async () => undefined };
      },
      { scheme: "file", largeBytes: 2_000_000 },
    );
  expectGreen((runner) => suite(runner, () => createMemoryBlobStore), 15);
  expectRed(brokenBlobStores, suite);
});

describe("the suite for parsers", () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const options: ParserOptions = {
    samples: {
      "a handbook": {
        filename: "handbook.md",
        bytes: bytesOf(
          "# Handbook\n\nWelcome.\n\n## Leave\n\n- 30 days\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        ),
        contains: ["Handbook", "Welcome.", "Leave", "30 days", "1", "3"],
        headings: ["Handbook", "Leave"],
        rows: ["| a | b |\n|---|---|", "| 1 | 2 |", "| 3 | 4 |"],
      },
    },
    broken: {
      "bytes that are not text": { filename: "a.md", bytes: new Uint8Array([0, 1, 0, 255, 254, 0, 7]) },
    },
  };
  const suite = (runner: Runner, create: () => Parser) => parserSuite(runner, async () => create(), options);
  expectGreen((runner) => suite(runner, () => markdownParser), 7);
  expectRed(brokenParsers, suite);
});
