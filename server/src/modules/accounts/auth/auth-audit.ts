import type { AuditAction } from "@quarry/schema";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Database } from "../../../platform/database/database.ts";
import type { AuditLog, NewAuditEntry } from "../../../records/audit/audit-log.ts";
import { deleteConsentsIn } from "../assistants/assistant-queries.ts";
import type { Tenancy } from "../people/memberships.ts";

type Fields = Readonly<Record<string, unknown>>;

interface SessionFields {
  readonly userId: string;
  readonly activeOrganizationId?: unknown;
}

/** What an endpoint answered, as far as the audit log tells of it. */
type Told = NewAuditEntry & { readonly orgId: unknown };

/** How each endpoint that does something to an organization is written down. */
const ENTRIES: Readonly<Record<string, (answer: Fields, body: Fields, session: SessionFields) => Told>> = {
  "/organization/create": ({ id, name }) => entry("organization.created", id, id, { name }),
  "/organization/update": ({ id, name, slug }) => entry("organization.updated", id, id, { name, slug }),
  "/organization/set-active": ({ id }) => entry("organization.switched", id, id),
  "/organization/invite-member": (invitation) => ofInvitation("invitation.created", invitation),
  "/organization/accept-invitation": ({ invitation }) =>
    ofInvitation("invitation.accepted", fields(invitation)),
  "/organization/reject-invitation": ({ invitation }) =>
    ofInvitation("invitation.rejected", fields(invitation)),
  "/organization/cancel-invitation": (invitation) => ofInvitation("invitation.canceled", invitation),
  "/organization/update-member-role": (member) =>
    ofMember("member.role_changed", fields(member.member ?? member)),
  "/organization/remove-member": ({ member }, _body, { userId }) => {
    const removed = fields(member);
    return ofMember(removed.userId === userId ? "member.left" : "member.removed", removed);
  },
  "/organization/leave": (member) => ofMember("member.left", member),
  "/oauth2/consent": (_answer, { accept, oauth_query: query }, { activeOrganizationId }) => {
    const asked = new URLSearchParams(typeof query === "string" ? query : "");
    const details = { scopes: asked.get("scope")?.split(" ") ?? [] };
    const orgId = accept === true ? activeOrganizationId : undefined;
    return entry("assistant.allowed", orgId, asked.get("client_id"), details);
  },
};

/** Endpoints that look whether somebody is the owner a moment before they take their place or role. */
const TAKES_A_PLACE = [
  "/organization/leave",
  "/organization/remove-member",
  "/organization/update-member-role",
];

const GOES: readonly AuditAction[] = ["member.left", "member.removed"];

/** Writes down what people do to organizations, once it is done. */
export function auditing(deps: {
  readonly db: Database;
  readonly audit: AuditLog;
  readonly tenancy: Pick<Tenancy, "keepOwner">;
}) {
  const { db, audit, tenancy } = deps;
  return createAuthMiddleware(async (ctx) => {
    const { returned } = ctx.context;
    const tell = ENTRIES[ctx.path];
    if (!tell || isAPIError(returned) || returned instanceof Error) return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const told = tell(fields(returned), fields(ctx.body), session.session);
    if (typeof told.orgId !== "string") return;
    const { orgId, targetId } = told;
    const mayTakeOwner = TAKES_A_PLACE.includes(ctx.path) && targetId !== undefined;
    if (mayTakeOwner && (await tenancy.keepOwner(orgId, targetId)))
      throw new APIError("CONFLICT", {
        code: "BECAME_OWNER",
        message:
          "This member became the owner at the same moment, and stays. Hand the organization over first.",
      });
    // Should they come back one day, their assistants do not come with them.
    if (GOES.includes(told.action) && targetId !== undefined) await deleteConsentsIn(db, orgId, targetId);
    const { id, email } = session.user;
    await audit.record(db, { orgId, actor: { kind: "person", id, name: email } }, told);
  });
}

function ofInvitation(action: AuditAction, { id, organizationId, email, role }: Fields): Told {
  return entry(action, organizationId, id, { email, role });
}

function ofMember(action: AuditAction, { userId, organizationId, role }: Fields): Told {
  return entry(action, organizationId, userId, { role });
}

function entry(action: AuditAction, orgId: unknown, targetId: unknown, details: Fields = {}): Told {
  return { action, orgId, ...(typeof targetId === "string" ? { targetId } : {}), details };
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
