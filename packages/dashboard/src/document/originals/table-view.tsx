import type { Document } from "@quarry/sdk";
import { integer } from "../../text/format.ts";
import { text } from "../../text/text.ts";
import { decodeText } from "./decode-text.ts";
import { type Bytes, ReadOriginal } from "./read-original.tsx";
import { type RecordTable, readTable } from "./records.ts";
import { VirtualTable } from "./virtual-table.tsx";

const words = text.original;
const MAX_BYTES = 2_000_000;

/** A file of comma- or tab-separated values as a table. */
export function TableView({ document }: { document: Document }) {
  const delimiter = document.mimeType === "text/tab-separated-values" ? "\t" : undefined;
  return (
    <ReadOriginal
      document={document}
      maxBytes={MAX_BYTES}
      read={(bytes: Bytes, isCut: boolean) => readTable(decodeText(bytes), { delimiter, isCut })}
    >
      {(table) => <Table label={words.tableOf(document.filename)} table={table} />}
    </ReadOriginal>
  );
}

/** A table, and how many of its rows and columns are shown. */
export function Table({ label, table }: { label: string; table: RecordTable }) {
  const { header, rows, columnCount, isPart } = table;
  return (
    <>
      <VirtualTable label={label} header={header} rows={rows} columnCount={columnCount} />
      <p className="faint">
        {isPart ? words.firstRows(integer(rows.length), integer(columnCount)) : words.rows(rows.length)}
      </p>
    </>
  );
}
