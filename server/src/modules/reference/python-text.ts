const INDENT = "    ";

/** A JSON value as a Python literal. */
export function pythonText(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => pythonText(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonText(item, depth + 1)}`);
  if (items.length === 0) return open + close;
  const inner = items.map((item) => `${INDENT.repeat(depth + 1)}${item},`).join("\n");
  return `${open}\n${inner}\n${INDENT.repeat(depth)}${close}`;
}
