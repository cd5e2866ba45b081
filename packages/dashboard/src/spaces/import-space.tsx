import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createClient } from "../api/client.ts";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { OBSERVER_HEADER, observeBytes, progressFetch } from "../uploads/progress-fetch.ts";

const words = text.spaces;

/** A button that imports an exported space as a new one, and shows how much was sent. */
export function ImportSpace() {
  const { person } = useMe();
  const queries = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(0);
  const importing = useMutation({
    mutationFn: async (archive: File) => {
      setSent(0);
      const { id, release } = observeBytes(setSent);
      const quarry = createClient(person.organization?.id, progressFetch);
      return quarry.spaces.import(archive, {}, { headers: { [OBSERVER_HEADER]: id } }).finally(release);
    },
    onSuccess: async ({ space, documents }) => {
      await queries.invalidateQueries({ queryKey: ["spaces"] });
      showToast(words.importDone(space.name, words.documents(documents)));
    },
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        accept=".tar,.gz,.tgz"
        aria-label={words.import}
        onChange={({ target }) => {
          const [archive] = target.files ?? [];
          target.value = "";
          if (archive) importing.mutate(archive);
        }}
      />
      <button
        type="button"
        className="button"
        disabled={importing.isPending}
        onClick={() => field.current?.click()}
      >
        <Icon name="package" />
        {importing.isPending ? words.importing(size(sent)) : words.import}
      </button>
    </>
  );
}
