import type { Random } from "../mutate.ts";
import { below, pick } from "./choice.ts";
import { isOf, type Schema, variantsOf } from "./schema.ts";
import type { FuzzIds } from "./tenants.ts";

/** What samples are made of. */
export interface Sampling {
  readonly random: Random;
  /** The resources that ids name. */
  readonly ids: FuzzIds;
  readonly orgId: string;
}

const WORDS = ["heron", "tide", "water", "north", "Möwe", "鷺", "número", "x1"];
const FREE_OBJECTS = [{}, { kind: "a" }, { kind: "a", sizes: [1, 2.5], deep: { is: true, none: null } }];
const FILTERS = [
  { kind: "a" },
  { size: { $gte: 1 } },
  { $or: [{ kind: { $in: ["a"] } }, { $not: { a: 1 } }] },
];
/** No address outside this machine: the server may call it. */
const ADDRESS = "http://127.0.0.1:1/hook";

/** A value that a schema accepts, as far as a schema tells. `name` is the name of the field. */
export function sample(schema: Schema, name: string, sampling: Sampling): unknown {
  const { random } = sampling;
  if ("const" in schema) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, sampling)));
  if (schema.anyOf || schema.oneOf) return sample(pick(random, variantsOf(schema)), name, sampling);
  if (isOf(schema, "null")) return null;
  if (isOf(schema, "boolean")) return random() < 0.5;
  if (isOf(schema, "integer") || isOf(schema, "number")) {
    const { minimum = 0, maximum = minimum + 20 } = schema;
    return minimum + below(random, Math.min(maximum - minimum, 20) + 1);
  }
  if (isOf(schema, "array")) {
    const { items = {}, minItems = 0 } = schema;
    const length = Math.max(minItems, below(random, 3));
    return Array.from({ length }, () => sample(items, name, sampling));
  }
  if (isOf(schema, "object") && schema.properties) return sampleObject(schema, sampling);
  if (isOf(schema, "object")) return pick(random, name === "filter" ? FILTERS : FREE_OBJECTS);
  return sampleText(name, sampling);
}

function sampleObject({ properties = {}, required = [] }: Schema, sampling: Sampling): unknown {
  const given = Object.entries(properties).filter(
    ([name]) => required.includes(name) || sampling.random() < 0.3,
  );
  return Object.fromEntries(given.map(([name, schema]) => [name, sample(schema, name, sampling)]));
}

/** A text that suits a field of this name. */
export function sampleText(name: string, { random, ids, orgId }: Sampling): string {
  const number = below(random, 1000);
  if (/^(?:spaceIds?|space|spaces|knowledge_id)$/.test(name)) return ids.space;
  if (/^(?:documentId|document|partOf)$/.test(name)) return ids.document;
  if (/^file_ids?$/.test(name)) return ids.file;
  if (/^evaluation(?:Id)?$/.test(name)) return ids.evaluation;
  if (/^organizationId$/.test(name)) return orgId;
  if (/url|uri|redirect|image|logo|next$/i.test(name)) return ADDRESS;
  if (/email|^to$/i.test(name)) return `reader-${number}@example.com`;
  if (/password/i.test(name)) return "correct horse battery";
  if (/filename/i.test(name)) return pick(random, ["a.md", `tides-${number}.md`, `tides-${number}.txt`]);
  if (/expires|since|until|At$|date|from/i.test(name))
    return `20${20 + below(random, 20)}-01-31T08:30:00.000Z`;
  if (name === "metadata") return JSON.stringify(pick(random, FREE_OBJECTS));
  if (name === "filter") return JSON.stringify(pick(random, FILTERS));
  if (name === "mimeType") return pick(random, ["text/plain", "text/markdown", "application/json"]);
  if (name === "encoding") return "text";
  if (name === "slug") return `slug-${number}`;
  if (name === "types" || name === "events") return "document.completed";
  if (/^(?:page|pageSize|limit|offset|membersLimit)$/.test(name)) return String(1 + below(random, 9));
  if (/^(?:purge|gzip|accept|rememberMe|resend)$/.test(name)) return pick(random, ["true", "false"]);
  if (name === "role") return pick(random, ["member", "admin"]);
  if (name === "content") return `# Tides\n\nHigh water ${number} at noon. ${words(random, 12)}`;
  return words(random, 1 + below(random, 3));
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, WORDS)).join(" ");
}

const AFTER: Readonly<Record<string, keyof FuzzIds>> = {
  ...{ spaces: "space", documents: "document", evaluations: "evaluation" },
  ...{ runs: "run", webhooks: "webhook", "api-keys": "key" },
  ...{ vector_stores: "space", files: "file", file_batches: "batch" },
};

/** What a parameter of a path names: the id of the kind that the part before it says. */
export function sampleInPath(path: string, name: string, { ids }: Sampling): string {
  const before = /([^/]+)\/\{$/.exec(path.slice(0, path.indexOf(`{${name}}`) + 1));
  const thing = AFTER[before?.[1] ?? ""];
  return thing ? ids[thing] : "swagger-ui.css";
}
