import type { UploadAdmission } from "../platform/limits/upload-admission.ts";
import type { IngestService } from "./ingest-service.ts";
import type { ParseFile } from "./parse-file.ts";

/** Wraps the service so that an organization's share limits how many documents are written at once. Uploads wait as jobs. */
export function admitUpserts(ingest: IngestService, uploads: Pick<UploadAdmission, "run">): IngestService {
  return {
    ...ingest,
    upsert: (scope, space, inputs) => uploads.run(scope.orgId, () => ingest.upsert(scope, space, inputs)),
  };
}

/** Wraps the reading of files without storing them in the same way. */
export function admitParsing(parse: ParseFile, uploads: Pick<UploadAdmission, "run">): ParseFile {
  return (scope, space, input) => uploads.run(scope.orgId, () => parse(scope, space, input));
}
