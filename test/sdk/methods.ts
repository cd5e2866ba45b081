/**
 * Every SDK method with its operations in the OpenAPI file: first the one that it calls, then equivalents under other
 * paths. For a new route, add a method to the SDK and an entry here.
 */
export const METHODS: Readonly<Record<string, readonly string[]>> = {
  query: ["query"],
  smartQuery: ["smartQuery"],
  health: ["health"],
  ready: ["ready"],

  "spaces.create": ["createSpace"],
  "spaces.export": ["exportSpace"],
  "spaces.get": ["getSpace"],
  "spaces.import": ["importSpace"],
  "spaces.update": ["updateSpace"],
  "spaces.archive": ["deleteSpace"],
  "spaces.restore": ["updateSpace"],
  "spaces.purge": ["deleteSpace"],
  "spaces.limits": ["getSpaceLimits"],
  "spaces.list": ["listSpaces"],

  "documents.upload": ["uploadDocumentToSpace", "uploadDocument"],
  "documents.parse": ["parseFile"],
  "documents.upsert": ["upsertDocument"],
  "documents.upsertMany": ["upsertDocuments"],
  "documents.upsertBatch": ["upsertDocuments"],
  "documents.get": ["getDocumentOfSpace", "getDocument"],
  "documents.getByFilename": ["getDocumentByFilename"],
  "documents.file": ["getFileOfSpace", "getFile"],
  "documents.outline": ["getOutlineOfSpace", "getOutline"],
  "documents.chunks": ["listChunksOfSpace", "listChunks"],
  "documents.retry": ["retryDocumentOfSpace", "retryDocument"],
  "documents.update": ["updateDocumentOfSpace", "updateDocument"],
  "documents.delete": ["deleteDocumentOfSpace", "deleteDocument"],
  "documents.list": ["listDocumentsOfSpace", "listDocuments"],

  "apiKeys.create": ["createApiKey"],
  "apiKeys.list": ["listApiKeys"],
  "apiKeys.rotate": ["rotateApiKey"],
  "apiKeys.delete": ["deleteApiKey"],

  "events.stream": ["streamEvents"],

  "webhooks.create": ["createWebhook"],
  "webhooks.list": ["listWebhooks"],
  "webhooks.get": ["getWebhook"],
  "webhooks.update": ["updateWebhook"],
  "webhooks.delete": ["deleteWebhook"],
  "webhooks.rotate": ["rotateWebhook"],
  "webhooks.test": ["testWebhook"],
  "webhooks.deliveries": ["listDeliveries"],
  "webhooks.replay": ["replayWebhook"],

  "evaluations.create": ["createEvaluation"],
  "evaluations.list": ["listEvaluations"],
  "evaluations.get": ["getEvaluation"],
  "evaluations.update": ["updateEvaluation"],
  "evaluations.delete": ["deleteEvaluation"],
  "evaluations.run": ["runEvaluation"],
  "evaluations.runs": ["listEvaluationRuns"],
  "evaluations.getRun": ["getEvaluationRun"],
  "evaluations.report": ["getEvaluationReport"],
  "evaluations.fit": ["fitEvaluation"],

  "usage.get": ["getUsage"],
  "audit.list": ["listAudit"],
};
