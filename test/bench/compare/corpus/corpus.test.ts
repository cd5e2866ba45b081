import { describe, expect, test } from "bun:test";
import { makeCorpus } from "./corpus.ts";
import { makeQuestions, withoutWords } from "./questions.ts";
import { exactNearest, recallOf } from "./recall.ts";
import { sentencesOf, type TextSource } from "./sentences.ts";

const words = (from: number) => Array.from({ length: 14 }, (_, at) => `word${from + at}`).join(" ");
const source = (name: string, from: number): TextSource => ({
  name,
  sentences: Array.from({ length: 300 }, (_, at) => `${words(from + at * 7)}.`),
  questions: Array.from({ length: 20 }, (_, at) => `What is ${name} ${at}?`),
});
const SOURCES = [source("one", 0), source("two", 100_000)];
/** 512 dimensions of 4 bytes. */
const VECTOR_BYTES = 2048;

describe("the corpus", () => {
  test("has the wished number of distinct chunks of about a kilobyte, and is the same each time", async () => {
    const corpus = await makeCorpus(SOURCES, 100);
    expect(corpus.chunks).toHaveLength(100);
    expect(new Set(corpus.chunks.map(({ content }) => content)).size).toBe(100);
    expect(corpus.rawBytes / 100 - VECTOR_BYTES).toBeWithin(900, 1200);
    expect(await makeCorpus(SOURCES, 100)).toEqual(corpus);
  });

  test("has metadata whose values are equally frequent", async () => {
    const { documents } = await makeCorpus(SOURCES, 1000);
    const count = (field: "hundredth" | "tenth" | "half") =>
      documents.filter(({ metadata }) => metadata[field] === 1).length / documents.length;
    expect([count("hundredth"), count("tenth"), count("half")]).toEqual([0.01, 0.1, 0.5]);
  });

  test("reads sentences of scripts with and without spaces", () => {
    const chinese = "一二三四五六七八九十一二三四五六七八九十。";
    expect(
      sentencesOf(`# A title of some length\nA first sentence here. And then a second one? ${chinese}`),
    ).toEqual([...["A title of some length", "A first sentence here.", "And then a second one?", chinese]]);
  });
});

describe("questions", () => {
  test("are distinct, and a part of them are the collections' own", () => {
    const questions = makeQuestions(SOURCES, 200, 1);
    expect(new Set(questions).size).toBe(200);
    expect(questions.filter((question) => question.startsWith("What is")).length).toBe(40);
  });

  test("keep the order of a sentence's words and leave some out", () => {
    let turn = 0;
    const everySecond = () => (turn++ % 2 === 0 ? 0.1 : 0.9);
    expect(withoutWords("a b c d e f g.", everySecond)).toBe("b d f");
  });
});

describe("recall", () => {
  const values = Float32Array.from([1, 0, 0.9, 0.1, 0, 1, -1, 0]);
  const vectors = {
    dimensions: 2,
    values,
    at: (number: number) => values.subarray(number * 2, number * 2 + 2),
  };

  test("is measured against the exact nearest, without vectors that have no similarity", () => {
    expect(exactNearest(vectors, Float32Array.from([2, 0]), 3)).toEqual([0, 1]);
    expect(exactNearest(vectors, Float32Array.from([2, 0]), 1)).toEqual([0]);
  });

  test("of a filter is measured among the records that fit it", () => {
    expect(exactNearest(vectors, Float32Array.from([1, 1]), 2, (number) => number > 0)).toEqual([1, 2]);
  });

  test("is the share that was found", () => {
    expect(recallOf(["a", "x"], ["a", "b"])).toBe(0.5);
  });
});
