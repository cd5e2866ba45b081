import { ORGANIZATION_ROLES, type OrganizationRole, PERMISSIONS, type Permission } from "@quarry/schema";
import { THINGS, type Thing } from "./ids.ts";

/** A row of the table. */
export interface Row {
  readonly name: string;
  /** The operation's id, or the tool's name. */
  readonly operation: string;
  /** Alternative sets of permissions; a caller needs one complete set. Null for public routes; none for the operator. */
  readonly needs: readonly (readonly Permission[])[] | null;
  readonly roles: readonly OrganizationRole[];
  /** Outermost first: a space before its contents. */
  readonly names: readonly Thing[];
  readonly archived: "ok" | 404 | undefined;
  readonly elsewhere: "ok" | 403 | 404;
}

/** Parses a hand-written table; the first line names the columns. */
export function readRows(text: string): readonly Row[] {
  const [, ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [name = "", needs = "", member, admin, owner, names = "", archived = "", elsewhere = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    const places = [member, admin, owner];
    return {
      name,
      operation: name.replace(/ \(.*\)$/, ""),
      needs: needs === "public" ? null : readNeeds(needs),
      roles: ORGANIZATION_ROLES.filter((_role, index) => oneOf(["yes", "no"], places[index]) === "yes"),
      names: words(names).map((word) => oneOf(THINGS, word)),
      archived: archived === "" ? undefined : outcome(oneOf(["ok", "404"], archived)),
      elsewhere: outcome(oneOf(["ok", "403", "404"], elsewhere)),
    };
  });
}

/** True when these permissions are sufficient. */
export function letsIn({ needs }: Row, permissions: readonly Permission[]): boolean {
  return needs?.some((all) => all.every((permission) => permissions.includes(permission))) ?? true;
}

/** True for an operation that no permission opens. */
export function isForOperator({ needs }: Row): boolean {
  return needs?.length === 0;
}

function readNeeds(text: string): Permission[][] {
  if (text === "operator") return [];
  return text
    .split(" or ")
    .map((all) => all.split(" + ").map((permission) => oneOf(PERMISSIONS, permission.trim())));
}

function outcome<Text extends "ok" | "403" | "404">(text: Text) {
  return (text === "ok" ? "ok" : Number(text)) as Text extends "ok" ? "ok" : Text extends "403" ? 403 : 404;
}

const words = (text: string) => text.split(" ").filter((word) => word !== "");

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw new Error(`The table says ${JSON.stringify(text)} instead of ${values}`);
  return value;
}
