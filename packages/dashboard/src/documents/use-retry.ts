import type { Document } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { showToast } from "../components/toasts.tsx";

/** Processes a document again. */
export function useRetry(document: Document) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => quarry.documents.retry(document),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["documents", document.spaceId] }),
        queries.invalidateQueries({ queryKey: ["document"] }),
      ]),
    onError: (error) => showToast(errorText(error)),
  });
}
