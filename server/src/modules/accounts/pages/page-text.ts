import { ar } from "./text/ar.ts";
import { de } from "./text/de.ts";
import { en, type PageText } from "./text/en.ts";
import { zh } from "./text/zh.ts";

const TEXTS: Readonly<Record<string, PageText>> = { en, de, zh, ar };
/** The dashboard sets it when a person chooses a language. */
const CHOSEN = /(?:^|;\s*)quarry\.language=([a-z]{2})(?:;|$)/;

/** The text of a page in the language that the person chose in the dashboard, or else prefers in the browser; or else English. */
export function pageText({ headers }: Request): PageText {
  const chosen = CHOSEN.exec(headers.get("cookie") ?? "")?.[1];
  const wanted = [
    ...(chosen === undefined ? [] : [chosen]),
    ...accepted(headers.get("accept-language") ?? ""),
  ];
  return wanted.map(textOf).find((text) => text !== undefined) ?? en;
}

/** The languages of an `Accept-Language` header (RFC 9110, 12.5.4), best first. A weight of 0 excludes a language. */
function accepted(header: string): string[] {
  return header
    .split(",", 20)
    .map((range) => {
      const [tag = "", ...parameters] = range.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => /^q=/i.test(parameter));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function textOf(tag: string): PageText | undefined {
  const primary = tag.toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(TEXTS, primary) ? TEXTS[primary] : undefined;
}
