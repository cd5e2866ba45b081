import type { OutlineHeading, ParsedChunk, ParseResponse } from "@quarry/schema";
import { oneLine } from "../terminal/output.ts";
import { styled } from "../terminal/style.ts";

const EXCERPT_CHARS = 200;
const MAX_HEADINGS = 200;

/** Formats what the service reads in a file: a summary, warnings, headings and passages. */
export function parsedText(read: ParseResponse, isFull: boolean): string {
  const { filename, mimeType, indexingType, content, chunks, outline, warnings } = read;
  const headings = outline.flatMap((heading) => headingLines(heading, 1));
  const more = headings.length > MAX_HEADINGS ? [`  ... and ${headings.length - MAX_HEADINGS} more`] : [];
  return [
    `${styled("bold", oneLine(filename))}: ${mimeType}, read as ${indexingType}`,
    `${count(content.length)} characters, ${count(chunks.length)} passages, ${usage(read)}`,
    ...section(
      "Warnings",
      warnings.map((warning) => `  ${oneLine(warning)}`),
    ),
    ...section("Headings", [...headings.slice(0, MAX_HEADINGS), ...more]),
    ...section(
      "Passages",
      chunks.flatMap((chunk) => chunkLines(chunk, isFull)),
    ),
  ].join("\n");
}

function usage({ seconds, peakMemoryBytes }: ParseResponse): string {
  return `${seconds.toFixed(1)} s, ${count(peakMemoryBytes / 1_000_000)} MB`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", styled("bold", title), ...lines];
}

function headingLines({ title, level, start, children }: OutlineHeading, depth: number): string[] {
  const own = `${"  ".repeat(depth)}${oneLine(title)} (level ${level}, from ${start})`;
  return [own, ...children.flatMap((child) => headingLines(child, depth + 1))];
}

function chunkLines({ chunkIndex, content, context, metadata }: ParsedChunk, isFull: boolean): string[] {
  const place = ["page", "slide", "sheet"].flatMap((name) =>
    typeof metadata[name] === "number" || typeof metadata[name] === "string"
      ? [`${name} ${oneLine(String(metadata[name]))}`]
      : [],
  );
  const where = [`${String(metadata.start)}-${String(metadata.end)}`, ...place].join(", ");
  return [
    `  ${chunkIndex} (${where})`,
    ...(context === "" ? [] : [`    below: ${oneLine(context, EXCERPT_CHARS)}`]),
    `    ${oneLine(content, isFull ? undefined : EXCERPT_CHARS)}`,
  ];
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}
