/** The styles of text on a terminal: how each starts and ends. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** A style of text on a terminal. */
export type Style = keyof typeof STYLES;

/**
 * Styles text for a terminal. Text for a file or a pipe stays plain, unless FORCE_COLOR is set; NO_COLOR and TERM=dumb turn
 * styles off.
 */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const isWanted = FORCE_COLOR ? FORCE_COLOR !== "0" : stream.isTTY && TERM !== "dumb";
  if (NO_COLOR || !isWanted) return text;
  const [start, end] = STYLES[style];
  return `\u001b[${start}m${text}\u001b[${end}m`;
}
