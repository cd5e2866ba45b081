import { HIDDEN_BODIES } from "./hidden-bodies.ts";
import type { BodyFormat, Operation } from "./operations.ts";
import type { Schema } from "./schema.ts";

/**
 * The routes that the OpenAPI file omits: for people, for assistants, pages, and the APIs of OpenAI and Dify. A line has the method, the path, the
 * format of what it takes (`query` for parameters), and the names of its fields, which are all texts, unless {@link HIDDEN_BODIES} has their schema. `{path}` is any path.
 */
const TABLE = `
GET  /                                              query error
GET  /app                                           query
GET  /app/account                                   query
GET  /app/assets/{name}                             query
GET  /app/{path}                                    query
GET  /docs                                          query
GET  /llms.txt                                      query
GET  /docs/assets/{name}                            query
GET  /guide                                         query
GET  /guide/{path}                                  query
GET  /api/openapi.json                              query
GET  /.well-known/oauth-protected-resource          query
GET  /.well-known/oauth-protected-resource/mcp      query
GET  /.well-known/oauth-authorization-server        query
GET  /.well-known/oauth-authorization-server/api/auth query
GET  /api/auth/.well-known/oauth-authorization-server query
GET  /app/sign-in                                   query next sig client_id
POST /app/sign-in                                   urlencoded email password next oauth_query
GET  /app/sign-up                                   query next sig
POST /app/sign-up                                   urlencoded email password name next oauth_query
POST /app/sign-out                                  urlencoded
GET  /app/forgot-password                           query
POST /app/forgot-password                           urlencoded email
GET  /app/reset-password                            query token
POST /app/reset-password                            urlencoded token password
GET  /app/set-up                                    query token
POST /app/set-up                                    urlencoded token email name password
GET  /app/invitation                                query id
POST /app/invitation                                urlencoded id
GET  /app/consent                                   query client_id redirect_uri scope state sig exp
POST /app/consent                                   urlencoded oauth_query accept organizationId
POST /app/assistant                                 urlencoded id
GET  /app/documents/{id}                            query start end page
GET  /app/problem                                   query error
POST /app/organization                              urlencoded organizationId oauth_query
POST /api/auth/organization/transfer-ownership      json to
POST /api/auth/oauth2/register                      json client_name redirect_uris scope token_endpoint_auth_method
POST /api/auth/oauth2/delete-consent                json id
GET  /api/auth/oauth2/authorize                     query client_id redirect_uri response_type scope state code_challenge code_challenge_method resource prompt
POST /api/auth/oauth2/token                         urlencoded grant_type code redirect_uri client_id client_secret code_verifier refresh_token resource
POST /api/auth/oauth2/consent                       json accept oauth_query scope
POST /api/auth/oauth2/revoke                        urlencoded token token_type_hint client_id
GET  /api/auth/oauth2/public-client                 query client_id
GET  /api/auth/oauth2/get-consents                  query
POST /api/auth/oauth2/continue                      json selected oauth_query
GET  /api/auth/jwks                                 query
GET  /api/auth/token                                query
POST /api/auth/sign-up/email                        json email password name callbackURL image
POST /api/auth/sign-in/email                        json email password callbackURL rememberMe
POST /api/auth/sign-out                             json
GET  /api/auth/get-session                          query disableCookieCache disableRefresh
GET  /api/auth/list-sessions                        query
GET  /api/auth/list-accounts                        query
POST /api/auth/revoke-session                       json token
POST /api/auth/revoke-other-sessions                json
POST /api/auth/update-user                          json name image
POST /api/auth/change-password                      json currentPassword newPassword revokeOtherSessions
POST /api/auth/request-password-reset               json email redirectTo
GET  /api/auth/reset-password/{token}               query callbackURL
POST /api/auth/reset-password                       json newPassword token
GET  /api/auth/verify-email                         query token callbackURL
POST /api/auth/send-verification-email              json email callbackURL
GET  /api/auth/error                                query error
GET  /api/auth/ok                                   query
POST /api/auth/organization/create                  json name slug logo metadata
POST /api/auth/organization/update                  json data organizationId
POST /api/auth/organization/set-active              json organizationId organizationSlug
GET  /api/auth/organization/list                    query
GET  /api/auth/organization/get-full-organization   query organizationId organizationSlug membersLimit
GET  /api/auth/organization/list-members            query organizationId limit offset sortBy sortDirection filterField filterValue filterOperator
GET  /api/auth/organization/list-invitations        query organizationId
GET  /api/auth/organization/list-user-invitations   query email
GET  /api/auth/organization/get-invitation          query id
GET  /api/auth/organization/get-active-member       query
GET  /api/auth/organization/get-active-member-role  query userId organizationId
POST /api/auth/organization/check-slug              json slug
POST /api/auth/organization/invite-member           json email role organizationId resend teamId
POST /api/auth/organization/accept-invitation       json invitationId
POST /api/auth/organization/reject-invitation       json invitationId
POST /api/auth/organization/cancel-invitation       json invitationId
POST /api/auth/organization/remove-member           json memberIdOrEmail organizationId
POST /api/auth/organization/update-member-role      json memberId role organizationId
POST /api/auth/organization/has-permission          json permissions organizationId
POST /api/auth/organization/leave                   json organizationId
GET  /mcp                                           query
DELETE /mcp                                         query
POST /mcp                                           json jsonrpc id method params
GET  /nowhere                                       query a
POST /api/nowhere                                   json a
POST /openai/v1/files                               multipart
GET  /openai/v1/files                               query purpose after limit order
GET  /openai/v1/files/{fileId}                      query
GET  /openai/v1/files/{fileId}/content              query
DELETE /openai/v1/files/{fileId}                    query
POST /openai/v1/vector_stores                       json
GET  /openai/v1/vector_stores                       query after before limit order
GET  /openai/v1/vector_stores/{storeId}             query
POST /openai/v1/vector_stores/{storeId}             json
DELETE /openai/v1/vector_stores/{storeId}           query
POST /openai/v1/vector_stores/{storeId}/search      json
POST /openai/v1/vector_stores/{storeId}/files       json
GET  /openai/v1/vector_stores/{storeId}/files       query after before limit order filter
GET  /openai/v1/vector_stores/{storeId}/files/{fileId} query
POST /openai/v1/vector_stores/{storeId}/files/{fileId} json
DELETE /openai/v1/vector_stores/{storeId}/files/{fileId} query
GET  /openai/v1/vector_stores/{storeId}/files/{fileId}/content query
POST /openai/v1/vector_stores/{storeId}/file_batches json
GET  /openai/v1/vector_stores/{storeId}/file_batches/{batchId} query
POST /openai/v1/vector_stores/{storeId}/file_batches/{batchId}/cancel json
GET  /openai/v1/vector_stores/{storeId}/file_batches/{batchId}/files query after before limit order filter
POST /openai/v1/embeddings                          json
GET  /openai/v1/models                              query
GET  /openai/v1/models/{model}                      query
POST /dify/retrieval                                json
`;

const TEXT: Schema = { type: "string", maxLength: 10_000 };

/** The operations of {@link TABLE}. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = TABLE.trim().split("\n").map(readLine);

function readLine(line: string): Operation {
  const [method = "", path = "", format = "", ...fields] = line.split(/\s+/);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const properties = Object.fromEntries(fields.map((name) => [name, TEXT]));
  const id = `${method} ${path}`;
  const body: Schema = HIDDEN_BODIES.get(id) ?? { type: "object", required: fields, properties };
  return {
    ...{ id, method, path },
    parameters: [
      ...inPath.map((name) => ({ name, place: "path", schema: TEXT }) as const),
      ...(format === "query" ? fields : []).map((name) => ({ name, place: "query", schema: TEXT }) as const),
    ],
    bodies: new Map(format === "query" ? [] : [[format as BodyFormat, body]]),
  };
}
