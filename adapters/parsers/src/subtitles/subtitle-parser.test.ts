import { expect, test } from "bun:test";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

test("SubRip subtitles become paragraphs with their times", async () => {
  const source =
    "1\r\n00:00:01,000 --> 00:00:03,500\r\nThe <i>tide</i> rises\r\nat noon.\r\n\r\n2\r\n00:00:04,000 --> 00:00:06,000\r\nIt falls later.\r\n\r\n3\r\n01:02:03,000 --> 01:02:05,000\r\nThe end.\r\n";
  const document = await parse("film.srt", source);
  expect(document.mimeType).toBe("application/x-subrip");
  expect(outline(document)).toEqual([
    "paragraph: [00:00:01] The tide rises at noon. It falls later.",
    "paragraph: [01:02:03] The end.",
  ]);
});

test("WebVTT without styles, notes and repeated lines, with speakers", async () => {
  const source =
    "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE a remark\n\nintro\n00:01.000 --> 00:03.000 align:start\n<v Ada>The tide &amp; the moon\n\n00:03.000 --> 00:05.000\nAda: The tide &amp; the moon\n<c.loud>rise</c>\n";
  expect(outline(await parse("talk.vtt", source))).toEqual([
    "paragraph: [00:00:01] Ada: The tide & the moon rise",
  ]);
});

test("a long talk is cut into paragraphs of half a minute", async () => {
  const time = (second: number) =>
    `00:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")},000`;
  const cues = Array.from({ length: 40 }, (_, at) => `${time(at * 3)} --> ${time(at * 3 + 3)}\nline ${at}\n`);
  const { blocks } = await parse("talk.srt", cues.join("\n"));
  expect(blocks).toHaveLength(4);
});

test("a file without times is refused", async () => {
  expect(await parseErrorMessage(parse("film.srt", "Just text.\n"))).toContain("no subtitles with times");
});
