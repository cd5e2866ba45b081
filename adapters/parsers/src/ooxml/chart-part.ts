import type { FlowBlock } from "../flow/flow-block.ts";
import type { XmlHandler } from "../xml/read-xml.ts";

/** Maximum number of points of a series; more are data rather than text. */
const MAX_POINTS = 1_000;

interface Series {
  name: string;
  values: string[];
}

/** Collects the texts of a chart. */
export interface ChartReader extends XmlHandler {
  /** Returns the titles, other texts, and the data as a table. */
  blocks(): FlowBlock[];
}

/** Creates a reader of a chart's part. */
export function chartReader(): ChartReader {
  const texts: string[] = [];
  const labels: string[] = [];
  const series: Series[] = [];
  /** The texts of the open value: a series' name, its labels or its values. */
  let target: "name" | "labels" | "values" | "text" = "text";
  let isCaptured = false;
  let paragraph = "";
  let index = 0;

  function add(data: string): void {
    const current = series.at(-1);
    if (target === "text" || !current) paragraph += data;
    else if (target === "name") current.name += data;
    else if (index < MAX_POINTS) {
      const row = target === "labels" ? labels : current.values;
      while (row.length <= index) row.push("");
      // All series repeat the labels.
      if (target === "values" || series.length === 1) row[index] += data;
    }
  }

  function endText(): void {
    if (paragraph.trim() !== "") texts.push(paragraph.trim());
    paragraph = "";
  }

  return {
    open(name, { idx }) {
      if (name === "c:ser") series.push({ name: "", values: [] });
      else if (name === "c:title" || name === "c:rich") target = "text";
      else if (name === "c:tx") target = series.length > 0 && target !== "text" ? "name" : target;
      else if (name === "c:cat" || name === "c:xVal") target = "labels";
      else if (name === "c:val" || name === "c:yVal" || name === "c:bubbleSize") target = "values";
      else if (name === "c:pt") index = Number(idx) || 0;
      isCaptured = name === "a:t" || name === "c:v";
      if (name === "c:ser") target = "name";
    },
    close(name) {
      isCaptured = false;
      if (name === "a:p" || name === "c:tx") endText();
      else if (/^c:(?:cat|xVal|val|yVal|bubbleSize|tx|ser)$/.test(name)) target = "text";
    },
    text(data) {
      if (isCaptured) add(data);
    },
    blocks() {
      endText();
      const rows = [["", ...labels], ...series.map(({ name, values }) => [name, ...values])];
      return [
        ...(texts.length > 0 ? [{ kind: "paragraph", text: texts.join("\n") } as const] : []),
        ...(series.length > 0 ? [{ kind: "table", rows: rows.map((cells) => ({ cells })) } as const] : []),
      ];
    },
  };
}
