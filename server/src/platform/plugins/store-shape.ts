import { kindOf } from "./plugin-calls.ts";

const METHODS = ["upsert", "query", "delete", "count", "scan", "close"];
const OPTIONAL_METHODS = ["scores", "ready", "within"];

/** What a value lacks of a `VectorStore`, one entry for each member; empty for a store. */
export function missingInStore(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [`it is ${kindOf(value)} instead of an object`];
  const store = value as Record<string, unknown>;
  const { name, capabilities } = store;
  const limits = (typeof capabilities === "object" ? capabilities : undefined) as
    | Record<string, unknown>
    | null
    | undefined;
  const isLimit = (limit: unknown) => Number.isInteger(limit) && (limit as number) >= 1;
  return [
    typeof name === "string" && name !== "" ? [] : [`name is ${kindOf(name)} instead of a name`],
    typeof limits?.durable === "boolean" ? [] : ["capabilities.durable is not true or false"],
    ...["maxDimensions", "maxBatch"].map((limit) =>
      isLimit(limits?.[limit]) ? [] : [`capabilities.${limit} is not a positive integer`],
    ),
    ...METHODS.map((method) =>
      typeof store[method] === "function"
        ? []
        : [`${method} is ${kindOf(store[method])} instead of a function`],
    ),
    ...OPTIONAL_METHODS.map((method) =>
      store[method] === undefined || typeof store[method] === "function"
        ? []
        : [`${method} is ${kindOf(store[method])} instead of a function`],
    ),
  ].flat();
}
