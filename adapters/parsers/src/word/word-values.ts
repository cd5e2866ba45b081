import type { Attributes } from "../xml/attributes.ts";

/** Returns the number in an element's `w:val`, if it is one. */
export function numberValue(attributes: Attributes): number | undefined {
  const value = Number.parseInt(attributes["w:val"] ?? "", 10);
  return Number.isNaN(value) ? undefined : value;
}

/** True if an element such as `<w:vanish/>` switches its property on. */
export function isOn(attributes: Attributes): boolean {
  return !/^(?:0|false|off|none)$/.test(attributes["w:val"] ?? "");
}
