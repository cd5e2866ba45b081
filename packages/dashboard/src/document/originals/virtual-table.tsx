import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

/** The height of a row in `document.css`. */
const ROW_PIXELS = 32;
const COLUMN_REM = 9;

/** A table of any length in a box that scrolls. Only the rows in view exist. */
export function VirtualTable(props: {
  label: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  columnCount: number;
}) {
  const { label, header, rows, columnCount } = props;
  const box = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
  });
  const inView = virtual.getVirtualItems();
  const before = inView[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (inView.at(-1)?.end ?? 0);
  const columns = Array.from({ length: columnCount }, (_, column) => column);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached and scrolled by keyboard.
    <section ref={box} className="table-box" aria-label={label} tabIndex={0}>
      <table aria-rowcount={rows.length + 1} style={{ width: `max(100%, ${columnCount * COLUMN_REM}rem)` }}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Heading key={column} value={header[column] ?? ""} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap pixels={before} columnCount={columnCount} />
          {inView.map(({ index, key }) => (
            <tr key={key} aria-rowindex={index + 2}>
              {columns.map((column) => (
                <td key={column} dir="auto" title={rows[index]?.[column]}>
                  {rows[index]?.[column]}
                </td>
              ))}
            </tr>
          ))}
          <Gap pixels={after} columnCount={columnCount} />
        </tbody>
      </table>
    </section>
  );
}

/** A column without a name has an ordinary cell at its top. */
function Heading({ value }: { value: string }) {
  if (value.trim() === "") return <td />;
  return (
    <th scope="col" dir="auto" title={value}>
      {value}
    </th>
  );
}

/** The room of the rows that are not in view. */
function Gap({ pixels, columnCount }: { pixels: number; columnCount: number }) {
  if (pixels <= 0) return null;
  return (
    <tr>
      <td colSpan={columnCount} className="table-gap" style={{ height: pixels }} />
    </tr>
  );
}
