import type { DocumentFilter, DocumentKind } from "@quarry/schema";
import type { optionReader } from "../options/option-reader.ts";
import { allOf, readCondition } from "./condition.ts";

/** The values of `--status`. */
export const STATUSES = ["pending", "processing", "completed", "failed"] as const;

/** The values of `--kind`. Not imported, because the schemas take time to load. */
export const KINDS = [
  ...["pdf", "word", "spreadsheet", "presentation", "text", "web"],
  ...["mail", "image", "code", "book", "archive", "other"],
] as readonly DocumentKind[];

const list = { type: "string", multiple: true } as const;

/** Options that choose documents. */
export const FILTER_OPTIONS = {
  where: list,
  status: list,
  kind: list,
  name: { type: "string" } as const,
} as const;

/** The help text of {@link FILTER_OPTIONS}. */
export const FILTER_USAGE = `  --where CONDITION      Only documents whose metadata matches: team=hr, year>=2020, owner (exists), or
                         a filter as JSON; repeat it for several conditions
  --status LIST          Only documents that are pending, processing, completed or failed
  --kind LIST            Only files of these kinds: pdf, word, spreadsheet, presentation, text, web, mail,
                         image, code, book, archive, other
  --name TEXT            Only documents whose filename contains this text`;

type Values = {
  readonly [Name in "where" | "status" | "kind"]?: string[] | undefined;
} & { readonly name?: string | undefined };

/** Reads the options that choose documents; undefined without any. */
export function readFilter(
  { fail, choice, list }: ReturnType<typeof optionReader>,
  { where = [], status, kind, name }: Values,
): DocumentFilter | undefined {
  const conditions = where.map(
    (text) =>
      readCondition(text) ??
      fail(`--where ${JSON.stringify(text)} is no condition. Write team=hr, year>=2020 or a filter as JSON.`),
  );
  const filter = allOf(conditions);
  const statuses = list(status).flatMap((each) => choice("--status", each, STATUSES) ?? []);
  const kinds = list(kind).flatMap((each) => choice("--kind", each, KINDS) ?? []);
  const parts = {
    ...(filter === undefined ? {} : { filter }),
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...(kinds.length === 0 ? {} : { kind: kinds }),
    ...(name === undefined ? {} : { name }),
  };
  return Object.keys(parts).length === 0 ? undefined : parts;
}
