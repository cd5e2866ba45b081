import type { Document } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";

const AT_ONCE = 4;

/** Processes all failed documents of a space again, also the ones that are not on the screen. */
export function RetryAll({ spaceId, total }: { spaceId: string; total: number }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const retrying = useMutation({
    mutationFn: async () => {
      setDone(0);
      const failed: Document[] = [];
      for await (const document of quarry.documents.list({ spaceId, status: "FAILED", pageSize: 100 }))
        failed.push(document);
      const worker = async () => {
        for (let next = failed.pop(); next; next = failed.pop()) {
          await quarry.documents.retry(next);
          setDone((count) => count + 1);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    onError: (error) => showToast(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["documents", spaceId] }),
  });
  return (
    <button
      type="button"
      className="button small"
      disabled={retrying.isPending}
      onClick={() => retrying.mutate()}
    >
      <Icon name="retry" size={16} />
      {retrying.isPending ? text.documents.retrying(done, total) : text.documents.retryAll}
    </button>
  );
}
