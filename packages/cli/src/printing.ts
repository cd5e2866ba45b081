/** Prints a value for programs. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Tells a person something beside the output. (Bun's console.error writes in red.) */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Rows with aligned columns. */
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

/** Text of documents as a line, without the characters that a terminal would obey. */
export function oneLine(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).toWellFormed()}…` : line;
}

/** Bold on a terminal; NO_COLOR and TERM=dumb turn it off. */
export function bold(text: string): string {
  const { NO_COLOR, TERM } = process.env;
  return process.stdout.isTTY && !NO_COLOR && TERM !== "dumb" ? `\u001b[1m${text}\u001b[22m` : text;
}
