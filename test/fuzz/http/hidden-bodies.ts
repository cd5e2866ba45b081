import { RetrievalBody } from "../../../server/src/modules/dify/index.ts";
import { EmbeddingsBody } from "../../../server/src/modules/openai/embeddings.ts";
import { SearchBody } from "../../../server/src/modules/openai/search.ts";
import {
  CreateBatchBody,
  FileToAttach,
  UpdateFileBody,
} from "../../../server/src/modules/openai/store-file-routes.ts";
import { CreateStoreBody, UpdateStoreBody } from "../../../server/src/modules/openai/stores.ts";
import type { Schema } from "./schema.ts";

const STORE = "/openai/v1/vector_stores/{storeId}";

const BODIES: Readonly<Record<string, object>> = {
  "POST /openai/v1/files": {
    type: "object",
    required: ["purpose", "file"],
    properties: { purpose: { enum: ["assistants", "user_data"] }, file: { type: "string" } },
  },
  "POST /openai/v1/vector_stores": CreateStoreBody,
  [`POST ${STORE}`]: UpdateStoreBody,
  [`POST ${STORE}/search`]: SearchBody,
  [`POST ${STORE}/files`]: FileToAttach,
  [`POST ${STORE}/files/{fileId}`]: UpdateFileBody,
  [`POST ${STORE}/file_batches`]: CreateBatchBody,
  "POST /openai/v1/embeddings": EmbeddingsBody,
  "POST /dify/retrieval": RetrievalBody,
};

/** Schemas of the bodies of routes that the OpenAPI file omits, by method and path: of the APIs of OpenAI and Dify. */
export const HIDDEN_BODIES: ReadonlyMap<string, Schema> = new Map(
  Object.entries(BODIES).map(([route, body]) => [route, JSON.parse(JSON.stringify(body)) as Schema]),
);
