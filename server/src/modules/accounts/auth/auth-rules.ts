import { isStorableText } from "@quarry/schema";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { Database } from "../../../platform/database/database.ts";
import { findMembership } from "../people/membership-rows.ts";
import { isUsableName, NAME_MAX_CHARS } from "../people/usable-name.ts";

/** Endpoints that assign a role. */
const ASSIGNS_ROLE = ["/organization/invite-member", "/organization/update-member-role"];
/** Endpoints that show invitations. The id and address of an invitation are enough to accept it. */
const SHOWS_INVITATIONS = ["/organization/list-invitations", "/organization/get-full-organization"];

/** The fields by which members can be sorted and filtered. */
const MEMBER_FIELDS: readonly string[] = ["id", "organizationId", "userId", "role", "createdAt"];

/** The fields of an organization that can be changed. */
const ORGANIZATION_FIELDS = ["name", "slug", "logo", "metadata"];

/** Never looks like an id, because the header `Quarry-Organization` accepts both. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SLUG_MAX_CHARS = 60;

type Fields = Readonly<Record<string, unknown>>;

/** Hook that refuses requests that better-auth would allow and this service does not. */
export function requestRules({ db }: { readonly db: Database }) {
  return createAuthMiddleware(async (ctx) => {
    const { path } = ctx;
    const [body, query] = [fields(ctx.body), fields(ctx.query)];
    if (!isStorable(body) || !isStorable(query))
      throw refusal("UNUSABLE_TEXT", "A value contains a character that cannot be stored. Remove it.");
    requireUsableFields(path, body, query);
    requireUsableNames({ ...body, ...fields(body.data) });
    const program = path === "/oauth2/register" ? body.client_name : undefined;
    if (typeof program === "string" && !isUsableName(program))
      throw new APIError("BAD_REQUEST", {
        error: "invalid_client_metadata",
        error_description: `client_name must be one line of 1 to ${NAME_MAX_CHARS} characters.`,
      });
    if (ASSIGNS_ROLE.includes(path) && !isMemberOrAdmin(body.role))
      throw refusal(
        "ROLE_NOT_GIVEN",
        "The role must be member or admin. To make someone the owner, the owner calls transfer-ownership.",
      );
    if (!path.startsWith("/organization/")) return;
    const found = await getSessionFromCtx(ctx);
    if (!found) return; // Refused by the endpoint itself.
    const { user, session } = found;

    const [id, slug] = [
      body.organizationId ?? query.organizationId,
      body.organizationSlug ?? query.organizationSlug,
    ];
    if (typeof id === "string") await requireMembership(user.id, id, (orgId) => orgId === id);
    if (typeof slug === "string") await requireMembership(user.id, slug, () => true);
    if (!SHOWS_INVITATIONS.includes(path)) return;
    // Same precedence as in the endpoints; list-invitations accepts no slug.
    const named =
      (path !== "/organization/list-invitations" && query.organizationSlug) || query.organizationId;
    const wanted = named || fields(session).activeOrganizationId;
    const membership = typeof wanted === "string" ? await findMembership(db, user.id, wanted) : undefined;
    if (membership?.role === "member")
      throw new APIError("FORBIDDEN", {
        code: "INVITATIONS_ARE_FOR_ADMINS",
        message: "Only admins and the owner can see invitations. Use list-members to see the members.",
      });
  });

  /** Reports an organization of other people as not found. */
  async function requireMembership(
    userId: string,
    named: string,
    isIt: (orgId: string) => boolean,
  ): Promise<void> {
    const membership = await findMembership(db, userId, named);
    if (membership && isIt(membership.orgId)) return;
    throw new APIError("NOT_FOUND", {
      code: "ORGANIZATION_NOT_FOUND",
      message: `There is no organization ${JSON.stringify(named.slice(0, 100))}.`,
    });
  }
}

/** Refuses fields that the library does not check itself and fails with. */
function requireUsableFields(path: string, body: Fields, query: Fields): void {
  if (body.oauth_query !== undefined && typeof body.oauth_query !== "string")
    throw refusal("UNUSABLE_QUERY", "oauth_query must be the query string of the authorization request.");
  if (path === "/update-user" && !isPerson(body))
    throw refusal(
      "UNUSABLE_FIELD",
      "The name and the image of a person must be texts; the image may be null.",
    );
  if (path === "/organization/update" && !ORGANIZATION_FIELDS.some((name) => name in fields(body.data)))
    throw refusal("NOTHING_TO_UPDATE", `data must have one of the fields ${ORGANIZATION_FIELDS.join(", ")}.`);
  for (const field of [query.sortBy, query.filterField])
    if (
      path === "/organization/list-members" &&
      field !== undefined &&
      !MEMBER_FIELDS.includes(String(field))
    )
      throw refusal("UNKNOWN_FIELD", `Members have the fields ${MEMBER_FIELDS.join(", ")}.`);
}

function isPerson({ name = "", image = null, ...others }: Fields): boolean {
  const isText = (value: unknown) => typeof value === "string";
  const isObject = (value: unknown) => typeof value === "object" && value !== null;
  return isText(name) && (image === null || isText(image)) && !Object.values(others).some(isObject);
}

function requireUsableNames({ name, slug }: Fields): void {
  if (typeof name === "string" && !isUsableName(name))
    throw refusal("NAME_NOT_USABLE", `A name must be one line of 1 to ${NAME_MAX_CHARS} characters.`);
  if (typeof slug === "string" && (slug.length > SLUG_MAX_CHARS || !SLUG.test(slug)))
    throw refusal(
      "SLUG_NOT_USABLE",
      `A slug must be 1 to ${SLUG_MAX_CHARS} lower-case letters and digits, with single hyphens between them.`,
    );
}

function isMemberOrAdmin(role: unknown): boolean {
  return [role].flat().every((each) => each === "member" || each === "admin");
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isStorable);
}

function refusal(code: string, message: string): APIError {
  return new APIError("BAD_REQUEST", { code, message });
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
