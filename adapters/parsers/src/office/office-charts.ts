import type { OfficeParserAST } from "officeparser";
import type { DocumentText } from "../document/document-text.ts";

type Attachments = OfficeParserAST["attachments"];
type ChartData = NonNullable<Attachments[number]["chartData"]>;

/** Returns the charts of a document by the names of their attachments. */
export function chartsOf(attachments: Attachments): ReadonlyMap<string, ChartData> {
  return new Map(attachments.flatMap(({ name, chartData }) => (chartData ? [[name, chartData]] : [])));
}

/** Writes a chart as its titles and a table of its data, or `fallback` if the chart has no data. */
export function writeChart(chart: ChartData | undefined, fallback: string, text: DocumentText): void {
  if (!chart) {
    text.add("paragraph", fallback);
    return;
  }
  const { title = "", xAxisTitle = "", yAxisTitle = "", labels, dataSets } = chart;
  text.add("paragraph", [title, xAxisTitle, yAxisTitle].filter((part) => part !== "").join("\n"));
  const header = ["", ...labels];
  text.table(
    [header, ...dataSets.map(({ name = "", values }) => [name, ...values])].map((cells) => ({ cells })),
    labels.length > 0 ? header : undefined,
  );
}
