import type { Document } from "@quarry/sdk";
import { useMemo, useState } from "react";
import { Field } from "../../components/field.tsx";
import { size } from "../../text/format.ts";
import { text } from "../../text/text.ts";
import { type Bytes, ReadOriginal } from "./read-original.tsx";
import { Table } from "./table-view.tsx";
import type { Sheet } from "./workbook/read-workbook.ts";

const words = text.original;
const MAX_BYTES = 10_000_000;

/** A workbook: one of its sheets as a table. @param sheet The name of the sheet that is shown first. */
export function WorkbookView({ document, sheet }: { document: Document; sheet: string | undefined }) {
  if (Number(document.fileSize) > MAX_BYTES)
    return <p className="faint">{words.tooLarge(size(MAX_BYTES))}</p>;
  return (
    <ReadOriginal document={document} maxBytes={MAX_BYTES} read={readSheets}>
      {(sheets) =>
        sheets === undefined ? (
          <p className="faint">{words.brokenTable}</p>
        ) : (
          // Another passage may be of another sheet.
          <Sheets key={sheet} filename={document.filename} sheets={sheets} first={sheet} />
        )
      }
    </ReadOriginal>
  );
}

async function readSheets(bytes: Bytes): Promise<readonly Sheet[] | undefined> {
  const { readWorkbook } = await import("./workbook/read-workbook.ts");
  return readWorkbook(bytes);
}

function Sheets(props: { filename: string; sheets: readonly Sheet[]; first: string | undefined }) {
  const { filename, sheets, first } = props;
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      sheets.findIndex(({ name }) => name === first),
    ),
  );
  const sheet = sheets[chosen];
  const table = useMemo(() => sheet?.read(), [sheet]);
  return (
    <>
      {sheets.length > 1 && (
        <Field label={words.sheet}>
          {(control) => (
            <select
              {...control}
              dir="auto"
              value={chosen}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {sheets.map(({ name }, at) => (
                <option key={name} value={at}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {table && <Table key={chosen} label={words.tableOf(filename)} table={table} />}
    </>
  );
}
