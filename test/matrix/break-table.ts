/** A deliberate mistake in the access rules. */
export interface Break {
  readonly name: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** Source text that occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** The test file that must detect the mistake. */
  readonly tests: string;
}

const MATRIX = "test/matrix/matrix.test.ts";
const FOREIGN = "test/matrix/foreign.test.ts";
const COMPLETENESS = "test/matrix/completeness.test.ts";
/** The matrix opens event streams but does not read them. */
const EVENTS = "test/server/events/events.test.ts";
const QUESTIONS = "test/server/questions/question-log.test.ts";

/**
 * The breaks that breaks.ts tries. Removing the organization from the queries of a space's documents and evaluations is not
 * among them, because it has no effect: these queries also require a space that the caller may see.
 */
export const BREAKS: readonly Break[] = [
  {
    name: "no route checks permissions",
    file: "server/src/platform/http/authorization.ts",
    from: `    requireAnyPermission(caller, anyOf);\n`,
    to: "",
    tests: MATRIX,
  },
  {
    name: "a route has no permission",
    file: "server/src/modules/usage/index.ts",
    from: `      door: { permission: "spaces:read", body: "none", cost: "light" },\n      response: responses({ 200: UsageResponse }),`,
    to: `      response: responses({ 200: UsageResponse }),`,
    tests: MATRIX,
  },
  {
    name: "a route requires another permission",
    file: "server/src/modules/usage/index.ts",
    from: `"spaces:read", body: "none", cost: "light" },\n        response: responses({ 200: SpaceLimitsResponse }),`,
    to: `"documents:read", body: "none", cost: "light" },\n        response: responses({ 200: SpaceLimitsResponse }),`,
    tests: MATRIX,
  },
  {
    name: "archiving with PATCH does not require spaces:delete",
    file: "server/src/modules/spaces/index.ts",
    from: `        if (archives(body)) requirePermission(caller, "spaces:delete");\n`,
    to: "",
    tests: MATRIX,
  },
  {
    name: "a tool does not check permissions",
    file: "server/src/modules/mcp/tool.ts",
    from: `      requirePermission(call.caller, description.permission);\n`,
    to: "",
    tests: MATRIX,
  },
  {
    name: "the role member may delete documents",
    file: "server/src/modules/accounts/people/session-callers.ts",
    from: `= ROLE_PERMISSIONS[role satisfies OrganizationRole];`,
    to: `= [...ROLE_PERMISSIONS[role], "documents:delete"];`,
    tests: MATRIX,
  },
  {
    name: "a key limited to some spaces reads the audit log",
    file: "server/src/modules/audit/index.ts",
    from: `      wholeOrganization: true,\n`,
    to: "",
    tests: MATRIX,
  },
  {
    name: "an expired key is accepted",
    file: "server/src/modules/keys/authenticator.ts",
    from: `row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY`,
    to: `Number.POSITIVE_INFINITY`,
    tests: MATRIX,
  },
  {
    name: "a revoked key stays valid",
    file: "server/src/records/keys/key-rows.ts",
    from: `    .delete(apiKeys)\n    .where(and(within(scope), eq(apiKeys.id, id)))`,
    to: `    .update(apiKeys)\n    .set({ lastUsedAt: null })\n    .where(and(within(scope), eq(apiKeys.id, id)))`,
    tests: MATRIX,
  },
  {
    name: "a session of another organization is accepted",
    file: "server/src/modules/accounts/people/membership-rows.ts",
    from: `and(eq(members.userId, userId), or(eq(organizations.id, idOrSlug), eq(organizations.slug, idOrSlug))),`,
    to: `or(eq(organizations.id, idOrSlug), eq(organizations.slug, idOrSlug)),`,
    tests: MATRIX,
  },
  {
    name: "an assistant's token is accepted on REST routes",
    file: "server/src/compose/authentication.ts",
    from: `key === undefined ? await accounts.sessionCaller(request) : undefined;`,
    to: `await (key === undefined ? accounts.sessionCaller(request) : accounts.tokenCaller(key));`,
    tests: MATRIX,
  },
  {
    name: "an archived space is searched",
    file: "server/src/indexes/catalogue/live-catalogue.ts",
    from: `if (!space.isArchived) addSpace(`,
    to: `addSpace(`,
    tests: MATRIX,
  },
  {
    name: "an archived space accepts uploads and lists its documents",
    file: "server/src/records/spaces/active-space.ts",
    from: `if (!space || space.isArchived)`,
    to: `if (!space)`,
    tests: MATRIX,
  },
  {
    name: "documents are found across organizations",
    file: "server/src/records/documents/document-rows.ts",
    from: `    eq(documents.orgId, orgId),\n    spaceIds === null`,
    to: `    spaceIds === null`,
    tests: FOREIGN,
  },
  {
    name: "spaces are found across organizations",
    file: "server/src/records/spaces/space-rows.ts",
    from: `    eq(spaces.orgId, orgId),\n    isNull(spaces.importingUntil),`,
    to: `    isNull(spaces.importingUntil),`,
    tests: FOREIGN,
  },
  {
    name: "keys are found across organizations",
    file: "server/src/records/keys/key-rows.ts",
    from: `    eq(apiKeys.orgId, orgId),\n    spaceIds === null`,
    to: `    spaceIds === null`,
    tests: FOREIGN,
  },
  {
    name: "webhooks are found across organizations",
    file: "server/src/modules/webhooks/webhook-queries.ts",
    from: `and(eq(webhooks.orgId, orgId), eq(webhooks.id, id));`,
    to: `eq(webhooks.id, id);`,
    tests: FOREIGN,
  },
  {
    name: "evaluations are found in other spaces",
    file: "server/src/modules/evaluations/evaluation-rows.ts",
    from: `and(inSpace(orgId, spaceId), eq(evaluations.id, id));`,
    to: `eq(evaluations.id, id);`,
    tests: FOREIGN,
  },
  {
    name: "events of a foreign space are streamed",
    file: "server/src/modules/events/service.ts",
    from: `    if (!row) throw spaceNotFound(name);\n    return row.id;`,
    to: `    return row?.id ?? name;`,
    tests: FOREIGN,
  },
  {
    name: "events of all organizations are streamed",
    file: "server/src/records/events/event-rows.ts",
    from: `        eq(events.orgId, orgId),\n        gt(events.id, after),`,
    to: `        gt(events.id, after),`,
    tests: EVENTS,
  },
  {
    name: "the audit log lists all organizations",
    file: "server/src/records/audit/audit-rows.ts",
    from: `eq(auditLog.orgId, orgId)`,
    to: `undefined`,
    tests: FOREIGN,
  },
  {
    name: "a key's list of spaces is ignored",
    file: "server/src/records/spaces/space-rows.ts",
    from: `spaceIds === null ? undefined : inArray(spaces.id, [...spaceIds])`,
    to: `undefined`,
    tests: FOREIGN,
  },
  {
    name: "a foreign space is forbidden instead of not found",
    file: "server/src/records/spaces/space-not-found.ts",
    from: `"not_found"`,
    to: `"forbidden"`,
    tests: FOREIGN,
  },
  {
    name: "a message reveals the name of a foreign space",
    file: "server/src/records/spaces/active-space.ts",
    from: `if (!space || space.isArchived) throw spaceNotFound(idOrSlug);`,
    to: `if (!space) throw spaceNotFound((await findSpace(db, { ...scope, spaceIds: null }, idOrSlug))?.name ?? idOrSlug);`,
    tests: FOREIGN,
  },
  {
    name: "a new route is public",
    file: "server/src/modules/health/index.ts",
    from: `    .get("/health", `,
    to: `    .get("/health/details", () => ({ pid: process.pid }))\n    .get("/health", `,
    tests: COMPLETENESS,
  },
  {
    name: "the log of questions shows questions of other organizations",
    file: "server/src/records/questions/question-rows.ts",
    from: `    eq(questions.orgId, orgId),\n    since &&`,
    to: `    since &&`,
    tests: QUESTIONS,
  },
  {
    name: "a key of some spaces reads the log of questions",
    file: "server/src/modules/questions/index.ts",
    from: `      wholeOrganization: true,\n      query: ListQuestionsParameters,`,
    to: `      query: ListQuestionsParameters,`,
    tests: MATRIX,
  },
];
