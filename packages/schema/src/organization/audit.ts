import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../primitives/described.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { TimestampOf } from "../primitives/text.ts";

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
  "questions.configured",
  "questions.deleted",
  "space.created",
  "space.updated",
  "space.archived",
  "space.restored",
  "space.purged",
  "bulk.started",
  "bulk.cancelled",
] as const;
/** One of the actions. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry of the audit log: an action and its actor. */
export const AuditEntry = Type.Object(
  {
    id: Type.String({ description: "Id of the entry." }),
    orgId: Type.String({ description: "Id of the organization." }),
    action: OneOf(AUDIT_ACTIONS, {
      description: "What was done, as `resource.action`. More actions may be added.",
    }),
    actor: Type.Object(
      {
        kind: OneOf(["key", "person", "operator"], {
          description:
            "Who acted: an API key, a person who is signed in, or the operator with a command on the server.",
        }),
        id: Type.String({ description: "Id of the key or person." }),
        name: Type.String({ description: "A key's name, or a person's e-mail address." }),
      },
      { description: "Who acted." },
    ),
    targetId: Nullable(Type.String(), "Id of the resource that was changed; null without one."),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "More about the action, such as the name of the resource. The fields depend on the action.",
    }),
    createdAt: TimestampOf("When it was done."),
  },
  { description: "A change to the organization, its keys or its spaces, with its author." },
);
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
export const AuditPage = Page(AuditEntry, "One page of the audit log, newest first.");
/** Static type of {@link AuditPage}. */
export type AuditPage = Static<typeof AuditPage>;
