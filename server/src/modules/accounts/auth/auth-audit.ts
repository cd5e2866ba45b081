import type { AuditAction } from "@quarry/schema";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Database } from "../../../platform/database/database.ts";
import type { AuditLog, NewAuditEntry } from "../../../records/audit/audit-log.ts";
import { deleteConsentsIn } from "../assistants/assistant-rows.ts";
import type { Memberships } from "../people/memberships.ts";

type Fields = Readonly<Record<string, unknown>>;

interface SessionFields {
  readonly userId: string;
  readonly activeOrganizationId?: unknown;
}

/** An audit entry, with the organization as the endpoint returned it. */
type Entry = NewAuditEntry & { readonly orgId: unknown };

/** Creates the audit entry of each endpoint that changes an organization. */
const ENTRIES: Readonly<Record<string, (answer: Fields, body: Fields, session: SessionFields) => Entry>> = {
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
  "/oauth2/consent": (_answer, { accept, oauth_query: oauthQuery }, { activeOrganizationId }) => {
    const query = new URLSearchParams(typeof oauthQuery === "string" ? oauthQuery : "");
    const details = { scopes: query.get("scope")?.split(" ") ?? [] };
    const orgId = accept === true ? activeOrganizationId : undefined;
    return entry("assistant.allowed", orgId, query.get("client_id"), details);
  },
};

/** Endpoints that check that a member is not the owner, but not under a lock, before they remove or demote them. */
const REMOVES_OR_DEMOTES = [
  "/organization/leave",
  "/organization/remove-member",
  "/organization/update-member-role",
];

const LEAVES: readonly AuditAction[] = ["member.left", "member.removed"];

/** Hook that records the changes of organizations in the audit log. */
export function auditHook(deps: {
  readonly db: Database;
  readonly audit: AuditLog;
  readonly memberships: Pick<Memberships, "restoreOwner">;
}) {
  const { db, audit, memberships } = deps;
  return createAuthMiddleware(async (ctx) => {
    const { returned } = ctx.context;
    const createEntry = ENTRIES[ctx.path];
    if (!createEntry || isAPIError(returned) || returned instanceof Error) return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const recorded = createEntry(fields(returned), fields(ctx.body), session.session);
    if (typeof recorded.orgId !== "string") return;
    const { orgId, targetId } = recorded;
    const mayRemoveOwner = REMOVES_OR_DEMOTES.includes(ctx.path) && targetId !== undefined;
    if (mayRemoveOwner && (await memberships.restoreOwner(orgId, targetId)))
      throw new APIError("CONFLICT", {
        code: "BECAME_OWNER",
        message:
          "This member became the owner at the same time and remains the owner. Transfer ownership first.",
      });
    // If the member joins again later, their assistants must not get access again.
    if (LEAVES.includes(recorded.action) && targetId !== undefined)
      await deleteConsentsIn(db, orgId, targetId);
    const { id, email } = session.user;
    await audit.record(db, { orgId, actor: { kind: "person", id, name: email } }, recorded);
  });
}

function ofInvitation(action: AuditAction, { id, organizationId, email, role }: Fields): Entry {
  return entry(action, organizationId, id, { email, role });
}

function ofMember(action: AuditAction, { userId, organizationId, role }: Fields): Entry {
  return entry(action, organizationId, userId, { role });
}

function entry(action: AuditAction, orgId: unknown, targetId: unknown, details: Fields = {}): Entry {
  return { action, orgId, ...(typeof targetId === "string" ? { targetId } : {}), details };
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
