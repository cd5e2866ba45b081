import { isStorableText } from "@quarry/schema";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { Database } from "../../../platform/database/database.ts";
import { findMembership } from "../people/queries.ts";

/** Endpoints that give somebody a role. */
const GIVES_A_ROLE = ["/organization/invite-member", "/organization/update-member-role"];
/** Endpoints that show invitations: whoever holds an invitation's id and its address may come in by it. */
const SHOWS_INVITATIONS = ["/organization/list-invitations", "/organization/get-full-organization"];

/** Of people, organizations and programs. */
export const NAME_MAX_CHARS = 100;
/** Ends of lines and the like, and marks that turn the direction of the text around a name. */
const NOT_IN_NAMES = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Never the form of an id: the header `Quarry-Organization` takes either. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SLUG_MAX_CHARS = 60;

type Fields = Readonly<Record<string, unknown>>;

/** What better-auth would allow and this service does not. */
export function restricting({ db }: { readonly db: Database }) {
  return createAuthMiddleware(async (ctx) => {
    const { path } = ctx;
    const [body, query] = [fields(ctx.body), fields(ctx.query)];
    if (!isStorable(body) || !isStorable(query))
      throw refusal("UNUSABLE_TEXT", "A value holds a character that cannot be stored. Leave it out.");
    requireUsableNames({ ...body, ...fields(body.data) });
    const program = path === "/oauth2/register" ? body.client_name : undefined;
    if (typeof program === "string" && !isUsableName(program))
      throw new APIError("BAD_REQUEST", {
        error: "invalid_client_metadata",
        error_description: `client_name must be one line of 1 to ${NAME_MAX_CHARS} characters.`,
      });
    if (GIVES_A_ROLE.includes(path) && !isMemberOrAdmin(body.role))
      throw refusal(
        "ROLE_NOT_GIVEN",
        "People are made member or admin. The owner hands the organization over by transfer-ownership.",
      );
    if (!path.startsWith("/organization/")) return;
    const found = await getSessionFromCtx(ctx);
    if (!found) return; // Refused by the endpoint itself.
    const { user, session } = found;

    const [id, slug] = [
      body.organizationId ?? query.organizationId,
      body.organizationSlug ?? query.organizationSlug,
    ];
    if (typeof id === "string") await requirePlace(user.id, id, (orgId) => orgId === id);
    if (typeof slug === "string") await requirePlace(user.id, slug, () => true);
    if (!SHOWS_INVITATIONS.includes(path)) return;
    // As the endpoints choose, of which the first takes no slug.
    const named =
      (path !== "/organization/list-invitations" && query.organizationSlug) || query.organizationId;
    const wanted = named || fields(session).activeOrganizationId;
    const place = typeof wanted === "string" ? await findMembership(db, user.id, wanted) : undefined;
    if (place?.role === "member")
      throw new APIError("FORBIDDEN", {
        code: "INVITATIONS_ARE_FOR_ADMINS",
        message: "Only admins and the owner see invitations. See the members with list-members.",
      });
  });

  /** An organization of others is as one that is not there. */
  async function requirePlace(
    userId: string,
    named: string,
    isIt: (orgId: string) => boolean,
  ): Promise<void> {
    const place = await findMembership(db, userId, named);
    if (place && isIt(place.orgId)) return;
    throw new APIError("NOT_FOUND", {
      code: "ORGANIZATION_NOT_FOUND",
      message: `There is no organization ${JSON.stringify(named.slice(0, 100))}.`,
    });
  }
}

/** True for what can stand as a name in a sentence. */
export function isUsableName(name: string): boolean {
  return name.trim() !== "" && name.length <= NAME_MAX_CHARS && !NOT_IN_NAMES.test(name);
}

function requireUsableNames({ name, slug }: Fields): void {
  if (typeof name === "string" && !isUsableName(name))
    throw refusal("NAME_NOT_USABLE", `A name is one line of 1 to ${NAME_MAX_CHARS} characters.`);
  if (typeof slug === "string" && (slug.length > SLUG_MAX_CHARS || !SLUG.test(slug)))
    throw refusal(
      "SLUG_NOT_USABLE",
      `A slug is 1 to ${SLUG_MAX_CHARS} lower-case letters and digits, with single hyphens between.`,
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
