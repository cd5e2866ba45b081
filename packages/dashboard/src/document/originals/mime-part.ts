import { decodeText } from "./decode-text.ts";

/** A part of a mail: a mail is one itself, and a part may hold others. Its texts have a character for each byte. */
export interface MimePart {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Divides a part into its headers, by their names in lower case, and its body. */
export function readPart(source: string): MimePart {
  // A part without headers starts with the empty line.
  const gap = /^\r?\n|\r?\n\r?\n/.exec(source);
  const head = gap ? source.slice(0, gap.index) : source;
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (/^[\w-]+$/.test(name) && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: gap ? source.slice(gap.index + gap[0].length) : "" };
}

/** The parts of a body with several. */
export function partsOf(body: string, boundary: string): MimePart[] {
  const line = `\n--${boundary}`;
  const sources: string[] = [];
  for (const piece of `\n${body}`.split(line).slice(1)) {
    if (piece.startsWith("--")) break;
    // Another boundary may start with this one.
    const end = /^[ \t]*\r?\n/.exec(piece)?.[0];
    if (end !== undefined) sources.push(piece.slice(end.length));
    else if (sources.length > 0) sources.push(`${sources.pop()}${line}${piece}`);
  }
  return sources.map(readPart);
}

/** A parameter of a header, such as `charset`. */
export function parameterOf(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}(\\*?)\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, "i").exec(header);
  if (!found) return undefined;
  const value = found[2] ?? found[3] ?? "";
  return found[1] === "*" ? extended(value) : headerText(value);
}

/** A parameter with an encoding: `utf-8''name%20of%20a%20file`. */
function extended(value: string): string {
  const [charset = "", , ...rest] = value.split("'");
  return decodeText(bytesOf(percentDecoded(rest.join("'"), "%")), charset || undefined);
}

const ENCODED_WORD = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi;

/** The text of a header, in which words may be encoded: `=?utf-8?q?caf=C3=A9?=`. */
export function headerText(value: string): string {
  return decodeText(bytesOf(value))
    .replaceAll(/\?=\s{1,4}=\?/g, "?==?")
    .replaceAll(ENCODED_WORD, (_all, charset: string, how: string, word: string) =>
      decodeText(
        how.toLowerCase() === "b" ? base64(word) : bytesOf(percentDecoded(word.replaceAll("_", " "), "=")),
        charset.replace(/\*.*$/, ""),
      ),
    );
}

/** The text of a part. */
export function bodyText({ headers, body }: MimePart): string {
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  const charset = parameterOf(headers.get("content-type") ?? "", "charset");
  if (encoding === "base64") return decodeText(base64(body), charset);
  if (encoding !== "quoted-printable") return decodeText(bytesOf(body), charset);
  return decodeText(bytesOf(percentDecoded(body.replaceAll(/=\r?\n/g, ""), "=")), charset);
}

/** Replaces a sign and two hexadecimal digits by the byte that they stand for. */
function percentDecoded(text: string, sign: "%" | "="): string {
  return text.replaceAll(sign === "%" ? /%([\da-f]{2})/gi : /=([\da-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Decodes base64, which may be cut; empty for other text. */
function base64(text: string): Uint8Array {
  const digits = text.replaceAll(/[^A-Za-z0-9+/]/g, "");
  const whole = digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0));
  try {
    return bytesOf(atob(whole));
  } catch {
    return new Uint8Array();
  }
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
