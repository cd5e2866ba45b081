import { expect, test } from "bun:test";
import sharp from "sharp";
import { writePdf } from "../../../../test/support/write-pdf.ts";
import { parse } from "../parsing.fixture.ts";

test("pages with a picture beside little text are named in a warning", async () => {
  const size = { width: 200, height: 100 };
  const jpeg = await sharp({ create: { ...size, channels: 3, background: "grey" } })
    .greyscale()
    .jpeg()
    .toBuffer();
  const lines = ["The chart of the harbour shows each rock."];
  const figure = { ...size, jpeg };
  const { warnings, text } = await parse(
    "chart.pdf",
    writePdf([{ lines }, { lines: ["See below: the chart of the pier."], figure }]),
  );
  expect(text).toContain("the chart of the pier");
  expect(warnings).toEqual(["Pictures beside the text were left out on page 2."]);
  expect((await parse("text.pdf", writePdf([{ lines }]))).warnings).toBeUndefined();
});
