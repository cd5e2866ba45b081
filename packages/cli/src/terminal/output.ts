/** Prints a value as JSON. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Prints a message to stderr. `console.error` is not used, because Bun's colors its output. */
export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Formats rows as a table with aligned columns. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Puts text on one line and removes control characters, which a terminal would interpret. */
export function oneLine(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).toWellFormed()}…` : line;
}
