import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect } from "react";
import { useMe } from "../api/person.tsx";
import type { DocumentName } from "./document-parts.ts";
import { openPdf } from "./open-pdf.ts";
import { pdfProblem } from "./pdf-problem.ts";

/** Opens a PDF while it is mounted, again when the server refused it for the moment. */
export function usePdf({ spaceId, id }: DocumentName): UseQueryResult<PDFDocumentProxy, unknown> {
  const organizationId = useMe().person.organization?.id ?? "";
  const pdf = useQuery<PDFDocumentProxy, unknown>({
    queryKey: ["pdf", organizationId, spaceId, id],
    queryFn: async ({ signal }) => {
      const loading = openPdf({ spaceId, id }, organizationId);
      const close = () => void loading.destroy();
      signal.addEventListener("abort", close);
      try {
        return await loading.promise;
      } catch (error) {
        if (signal.aborted) throw error;
        close();
        throw await pdfProblem(error);
      } finally {
        signal.removeEventListener("abort", close);
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const file = pdf.data;
  useEffect(() => () => void file?.loadingTask.destroy(), [file]);
  return pdf;
}
