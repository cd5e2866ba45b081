import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { uploadedDocumentQuery } from "./document-queries.ts";
import { DocumentStatus } from "./document-status.tsx";

/** How far the processing of an uploaded file is. */
export function UploadedStage(name: { spaceId: string; documentId: string }) {
  const { quarry } = useMe();
  const { data } = useQuery(uploadedDocumentQuery(quarry, name));
  return data ? <DocumentStatus document={data} /> : null;
}
