import { IDS, SPACE } from "./examples.ts";

/** A parameter in a path: what it names, and an example. */
export interface PathParameter {
  readonly description: string;
  readonly example: string;
}

const DOCUMENT = { description: "Id of the document.", example: IDS.document };

/** What `{id}` names, by the part of the path in front of it. */
const IDS_OF: Readonly<Record<string, PathParameter>> = {
  spaces: { description: "Id or slug of the space.", example: SPACE },
  documents: DOCUMENT,
  "api-keys": { description: "Id of the API key.", example: IDS.key },
  webhooks: { description: "Id of the webhook.", example: IDS.webhook },
  "bulk-operations": { description: "Id of the bulk operation.", example: IDS.bulkOperation },
};

const BY_NAME: Readonly<Record<string, PathParameter>> = {
  documentId: DOCUMENT,
  evaluationId: { description: "Id of the evaluation.", example: IDS.evaluation },
  runId: { description: "Id of the run.", example: IDS.run },
};

/** The parameter of a path, e.g. `id` of `/api/spaces/{id}/export`. */
export function pathParameter(path: string, name: string): PathParameter | undefined {
  if (name !== "id") return BY_NAME[name];
  const before = path.split("/");
  return IDS_OF[before[before.indexOf("{id}") - 1] ?? ""];
}
