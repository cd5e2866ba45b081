import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Timestamp } from "../primitives/text.ts";

/** The actions that the audit log records. */
export const AUDIT_ACTIONS = [
  "organization.created",
  "organization.updated",
  "organization.switched",
  "organization.tier_changed",
  "ownership.transferred",
  "invitation.created",
  "invitation.accepted",
  "invitation.rejected",
  "invitation.canceled",
  "member.added",
  "member.role_changed",
  "member.removed",
  "member.left",
  "assistant.allowed",
  "assistant.revoked",
  "apikey.created",
  "apikey.rotated",
  "apikey.revoked",
  "webhook.created",
  "webhook.updated",
  "webhook.rotated",
  "webhook.deleted",
  "space.created",
  "space.updated",
  "space.archived",
  "space.restored",
  "space.purged",
] as const;
/** One of the actions. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry of the audit log: an action and its actor. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  action: OneOf(AUDIT_ACTIONS),
  actor: Type.Object({
    kind: OneOf(["key", "person", "operator"]),
    id: Type.String(),
    name: Type.String({ description: "a key's name, or a person's e-mail address" }),
  }),
  targetId: Type.Union([Type.String(), Type.Null()], { description: "id of the resource that was changed" }),
  details: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Timestamp,
});
/** Static type of {@link AuditEntry}. */
export type AuditEntry = Static<typeof AuditEntry>;

/** Query parameters of `GET /api/audit`. */
export const ListAuditParameters = Type.Object({
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListAuditParameters}. */
export type ListAuditParameters = Static<typeof ListAuditParameters>;

/** Response of `GET /api/audit`, newest first. */
export const AuditPage = Page(AuditEntry);
/** Static type of {@link AuditPage}. */
export type AuditPage = Static<typeof AuditPage>;
