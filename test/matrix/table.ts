import { readRows } from "./row.ts";

/**
 * Access rules, written by hand from the interface (§5) and compared with the service. A new route or tool needs a row here
 * and a call in requests.ts.
 *
 * - operation: its id in the OpenAPI file. A suffix in brackets distinguishes calls of one operation.
 * - needs: the required permissions, all of them (`+`) or one of several (`or`). "operator": no permission is enough, only
 *   the role of owner in the first organization, or the root key.
 * - member, admin, owner: whether a person with this role is allowed.
 * - names: the kinds of ids in the call. An id of another organization gets 404, like an unknown one.
 * - archived: the outcome for an archived space or a resource in it.
 * - elsewhere: the outcome for a key limited to another space: 404 where the call names an invisible resource, 403 where the
 *   operation concerns the whole organization.
 */
export const ROUTES = readRows(`
operation                           | needs                                         | member | admin | owner | names                | archived | elsewhere
health                              | public                                        | yes    | yes   | yes   |                      |          | ok
ready                               | public                                        | yes    | yes   | yes   |                      |          | ok

listSpaces                          | spaces:read                                   | yes    | yes   | yes   |                      |          | ok
createSpace                         | spaces:write                                  | yes    | yes   | yes   |                      |          | 403
getSpace                            | spaces:read                                   | yes    | yes   | yes   | space                | ok       | 404
getSpaceLimits                      | spaces:read                                   | yes    | yes   | yes   | space                | ok       | 404
updateSpace                         | spaces:write                                  | yes    | yes   | yes   | space                | ok       | 404
updateSpace (ranking)               | spaces:write                                  | yes    | yes   | yes   | space                | ok       | 404
updateSpace (archives)              | spaces:write + spaces:delete                  | no     | yes   | yes   | space                | ok       | 404
updateSpace (restores)              | spaces:write                                  | yes    | yes   | yes   | space                | ok       | 404
previewChunking                     | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
deleteSpace                         | spaces:delete                                 | no     | yes   | yes   | space                | ok       | 404
deleteSpace (purges)                | spaces:delete                                 | no     | yes   | yes   | space                | ok       | 404
exportSpace                         | spaces:read + documents:read                  | yes    | yes   | yes   | space                | 404      | 404
importSpace                         | spaces:write + documents:write                | yes    | yes   | yes   |                      |          | 403

listDocuments                       | documents:read                                | yes    | yes   | yes   | space                | 404      | 404
listDocumentsOfSpace                | documents:read                                | yes    | yes   | yes   | space                | 404      | 404
uploadDocument                      | documents:write                               | yes    | yes   | yes   | space                | 404      | 404
uploadDocumentToSpace               | documents:write                               | yes    | yes   | yes   | space                | 404      | 404
parseFile                           | documents:write                               | yes    | yes   | yes   |                      |          | ok
parseFile (for a space)             | documents:write                               | yes    | yes   | yes   | space                | 404      | 404
upsertDocument                      | documents:write                               | yes    | yes   | yes   | space                | 404      | 404
upsertDocuments                     | documents:write                               | yes    | yes   | yes   | space                | 404      | 404
getDocumentByFilename               | documents:read                                | yes    | yes   | yes   | space                | 404      | 404
getDocument                         | documents:read                                | yes    | yes   | yes   | document             | 404      | 404
getDocument (in its space)          | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
getDocumentOfSpace                  | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
updateDocument                      | documents:write                               | yes    | yes   | yes   | space document       | 404      | 404
updateDocument (space in the query) | documents:write                               | yes    | yes   | yes   | space document       | 404      | 404
updateDocument (status)             | documents:write                               | yes    | yes   | yes   | space document       | 404      | 404
updateDocumentOfSpace               | documents:write                               | yes    | yes   | yes   | space document       | 404      | 404
deleteDocument                      | documents:delete                              | no     | yes   | yes   | document             | 404      | 404
deleteDocument (in its space)       | documents:delete                              | no     | yes   | yes   | space document       | 404      | 404
deleteDocumentOfSpace               | documents:delete                              | no     | yes   | yes   | space document       | 404      | 404
getOutline                          | documents:read                                | yes    | yes   | yes   | document             | 404      | 404
getOutline (in its space)           | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
getOutlineOfSpace                   | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
listChunks                          | documents:read                                | yes    | yes   | yes   | document             | 404      | 404
listChunks (in its space)           | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
listChunksOfSpace                   | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
listChunksOfSpace (on a page)       | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
getFile                             | documents:read                                | yes    | yes   | yes   | document             | 404      | 404
getFile (in its space)              | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
getFileOfSpace                      | documents:read                                | yes    | yes   | yes   | space document       | 404      | 404
retryDocument                       | documents:write                               | yes    | yes   | yes   | document             | 404      | 404
retryDocument (in its space)        | documents:write                               | yes    | yes   | yes   | space document       | 404      | 404
retryDocumentOfSpace                | documents:write                               | yes    | yes   | yes   | space document       | 404      | 404

bulkDocuments                       | documents:write                               | yes    | yes   | yes   | space                | 404      | 404
bulkDocuments (deletes)             | documents:delete                              | no     | yes   | yes   | space                | 404      | 404
bulkDocuments (only counts)         | documents:delete                              | no     | yes   | yes   | space                | 404      | 404
listBulkOperations                  | documents:read                                | yes    | yes   | yes   |                      |          | ok
listBulkOperations (of a space)     | documents:read                                | yes    | yes   | yes   | space                | 404      | 404
getBulkOperation                    | documents:read                                | yes    | yes   | yes   | operation            |          | 404
cancelBulkOperation                 | documents:write                               | yes    | yes   | yes   | operation            |          | 404

query                               | queries:read                                  | yes    | yes   | yes   | space                | 404      | 404
queryBatch                          | queries:read                                  | yes    | yes   | yes   | space                | 404      | 404
smartQuery                          | queries:read                                  | yes    | yes   | yes   |                      |          | ok
smartQuery (searches)               | queries:read                                  | yes    | yes   | yes   |                      |          | ok

listEvaluations                     | queries:read                                  | yes    | yes   | yes   | space                | 404      | 404
createEvaluation                    | spaces:write                                  | yes    | yes   | yes   | space                | 404      | 404
getEvaluation                       | queries:read                                  | yes    | yes   | yes   | space evaluation     | 404      | 404
updateEvaluation                    | spaces:write                                  | yes    | yes   | yes   | space evaluation     | 404      | 404
deleteEvaluation                    | spaces:write                                  | yes    | yes   | yes   | space evaluation     | 404      | 404
listEvaluationRuns                  | queries:read                                  | yes    | yes   | yes   | space evaluation     | 404      | 404
runEvaluation                       | queries:read                                  | yes    | yes   | yes   | space evaluation     | 404      | 404
getEvaluationRun                    | queries:read                                  | yes    | yes   | yes   | space evaluation run | 404      | 404
getEvaluationReport                 | queries:read                                  | yes    | yes   | yes   | space evaluation run | 404      | 404
fitEvaluation                       | queries:read                                  | yes    | yes   | yes   | space evaluation     | 404      | 404
fitEvaluation (applies)             | queries:read + spaces:write                   | yes    | yes   | yes   | space evaluation     | 404      | 404

streamEvents                        | spaces:read or documents:read or apikeys:read | yes    | yes   | yes   |                      |          | ok
streamEvents (of a space)           | spaces:read or documents:read or apikeys:read | yes    | yes   | yes   | space                | ok       | 404
streamEvents (of a document)        | documents:read                                | yes    | yes   | yes   | document             | 404      | 404
streamEvents (of keys)              | apikeys:read                                  | no     | yes   | yes   |                      |          | ok

listApiKeys                         | apikeys:read                                  | no     | yes   | yes   |                      |          | ok
createApiKey                        | apikeys:write                                 | no     | yes   | yes   |                      |          | ok
createApiKey (for a space)          | apikeys:write                                 | no     | yes   | yes   | space                | ok       | 404
rotateApiKey                        | apikeys:write                                 | no     | yes   | yes   | key                  |          | 404
deleteApiKey                        | apikeys:delete                                | no     | yes   | yes   | key                  |          | 404

listWebhooks                        | apikeys:read                                  | no     | yes   | yes   |                      |          | 403
createWebhook                       | apikeys:write + spaces:read                   | no     | yes   | yes   | space                | ok       | 403
getWebhook                          | apikeys:read                                  | no     | yes   | yes   | webhook              |          | 403
updateWebhook                       | apikeys:write + spaces:read                   | no     | yes   | yes   | webhook              |          | 403
updateWebhook (of a space)          | apikeys:write + spaces:read                   | no     | yes   | yes   | webhook space        | ok       | 403
deleteWebhook                       | apikeys:delete                                | no     | yes   | yes   | webhook              |          | 403
rotateWebhook                       | apikeys:write + spaces:read                   | no     | yes   | yes   | webhook              |          | 403
testWebhook                         | apikeys:write                                 | no     | yes   | yes   | webhook              |          | 403
listDeliveries                      | apikeys:read                                  | no     | yes   | yes   | webhook              |          | 403
replayWebhook                       | apikeys:write                                 | no     | yes   | yes   | webhook              |          | 403

listQuestions                       | apikeys:write                                 | no     | yes   | yes   |                      |          | 403
listQuestions (of a space)          | apikeys:write                                 | no     | yes   | yes   | space                | ok       | 403
deleteQuestions                     | apikeys:delete                                | no     | yes   | yes   |                      |          | 403
getQuestionVolume                   | apikeys:write                                 | no     | yes   | yes   |                      |          | 403
getQuestionVolume (of a space)      | apikeys:write                                 | no     | yes   | yes   | space                | ok       | 403
groupUnanswered                     | apikeys:write                                 | no     | yes   | yes   |                      |          | 403
groupUnanswered (of a space)        | apikeys:write                                 | no     | yes   | yes   | space                | ok       | 403
getQuestionSettings                 | apikeys:write                                 | no     | yes   | yes   |                      |          | 403
updateQuestionSettings              | apikeys:write                                 | no     | yes   | yes   |                      |          | 403
getOperator                         | operator                                      | no     | no    | yes   |                      |          | 403
runDoctor                           | operator                                      | no     | no    | yes   |                      |          | 403

listAudit                           | apikeys:write                                 | no     | yes   | yes   |                      |          | 403
getUsage                            | spaces:read                                   | yes    | yes   | yes   |                      |          | ok
getUsageHistory                     | spaces:read                                   | yes    | yes   | yes   |                      |          | 403
`);

/** The same for MCP tools. */
export const TOOL_ROWS = readRows(`
operation                      | needs                        | member | admin | owner | names          | archived | elsewhere
list_spaces                    | spaces:read                  | yes    | yes   | yes   |                |          | ok
create_space                   | spaces:write                 | yes    | yes   | yes   |                |          | 403
get_space                      | spaces:read                  | yes    | yes   | yes   | space          | ok       | 404
update_space                   | spaces:write                 | yes    | yes   | yes   | space          | ok       | 404
update_space (archives)        | spaces:write + spaces:delete | no     | yes   | yes   | space          | ok       | 404
delete_space                   | spaces:delete                | no     | yes   | yes   | space          | ok       | 404
delete_space (purges)          | spaces:delete                | no     | yes   | yes   | space          | ok       | 404
list_documents                 | documents:read               | yes    | yes   | yes   | space          | 404      | 404
upload_document                | documents:write              | yes    | yes   | yes   | space          | 404      | 404
get_document                   | documents:read               | yes    | yes   | yes   | document       | 404      | 404
get_document (in its space)    | documents:read               | yes    | yes   | yes   | space document | 404      | 404
update_document                | documents:write              | yes    | yes   | yes   | document       | 404      | 404
update_document (in its space) | documents:write              | yes    | yes   | yes   | space document | 404      | 404
delete_document                | documents:delete             | no     | yes   | yes   | document       | 404      | 404
delete_document (in its space) | documents:delete             | no     | yes   | yes   | space document | 404      | 404
get_outline                    | documents:read               | yes    | yes   | yes   | document       | 404      | 404
get_outline (in its space)     | documents:read               | yes    | yes   | yes   | space document | 404      | 404
query_spaces                   | queries:read                 | yes    | yes   | yes   | space          | 404      | 404
smart_query                    | queries:read                 | yes    | yes   | yes   |                |          | ok
search                         | queries:read                 | yes    | yes   | yes   |                |          | ok
fetch                          | documents:read               | yes    | yes   | yes   | document       | 404      | 404
`);

/**
 * Routes that the OpenAPI file omits. Pages and discovery are public; `/api/auth` is for people and checks their session
 * itself; the tool table covers `/mcp`.
 */
export const UNDESCRIBED: readonly string[] = [
  "GET /",
  "GET /app",
  "GET /docs",
  "GET /llms.txt",
  "GET /docs/assets/:name",
  "GET /guide",
  "GET /guide/*",
  "GET /api/openapi.json",
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-protected-resource/mcp",
  "GET /.well-known/oauth-authorization-server",
  "GET /.well-known/oauth-authorization-server/api/auth",
  "GET /api/auth/.well-known/oauth-authorization-server",
  "POST /api/auth/organization/transfer-ownership",
  "POST /api/auth/oauth2/register",
  "GET /api/auth/oauth2/get-consents",
  "POST /api/auth/oauth2/delete-consent",
  "GET /api/auth/oauth2/authorize",
  "ALL /api/auth/*",
  "GET /app/*",
  "GET /app/account",
  "GET /app/assets/:name",
  "GET /app/sign-in",
  "POST /app/sign-in",
  "GET /app/sign-up",
  "POST /app/sign-up",
  "POST /app/sign-out",
  "GET /app/forgot-password",
  "POST /app/forgot-password",
  "GET /app/reset-password",
  "POST /app/reset-password",
  "GET /app/set-up",
  "POST /app/set-up",
  "GET /app/invitation",
  "POST /app/invitation",
  "GET /app/consent",
  "GET /app/documents/:id",
  "POST /app/consent",
  "POST /app/assistant",
  "GET /app/problem",
  "POST /app/organization",
  "ALL /mcp",
  // Who may call these is checked in test/openai/access.test.ts.
  "POST /openai/v1/files",
  "GET /openai/v1/files",
  "GET /openai/v1/files/:fileId",
  "GET /openai/v1/files/:fileId/content",
  "DELETE /openai/v1/files/:fileId",
  "POST /openai/v1/vector_stores",
  "GET /openai/v1/vector_stores",
  "GET /openai/v1/vector_stores/:storeId",
  "POST /openai/v1/vector_stores/:storeId",
  "DELETE /openai/v1/vector_stores/:storeId",
  "POST /openai/v1/vector_stores/:storeId/search",
  "POST /openai/v1/vector_stores/:storeId/files",
  "GET /openai/v1/vector_stores/:storeId/files",
  "GET /openai/v1/vector_stores/:storeId/files/:fileId",
  "POST /openai/v1/vector_stores/:storeId/files/:fileId",
  "DELETE /openai/v1/vector_stores/:storeId/files/:fileId",
  "GET /openai/v1/vector_stores/:storeId/files/:fileId/content",
  "POST /openai/v1/vector_stores/:storeId/file_batches",
  "GET /openai/v1/vector_stores/:storeId/file_batches/:batchId",
  "POST /openai/v1/vector_stores/:storeId/file_batches/:batchId/cancel",
  "GET /openai/v1/vector_stores/:storeId/file_batches/:batchId/files",
  "POST /openai/v1/embeddings",
  "GET /openai/v1/models",
  "GET /openai/v1/models/:model",
  "ALL /openai/v1/*",
  "POST /dify/retrieval",
  "ALL /*",
];
