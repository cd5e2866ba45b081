import type { Document, DocumentName, Quarry } from "@quarry/sdk";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { useMe } from "../api/person.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Problem } from "../components/states.tsx";
import { useSettled } from "../components/use-settled.ts";
import { text } from "../text/text.ts";
import type { AskedSpace } from "./asked-spaces.ts";

const words = text.whyNot;
/** A name is searched for when typing pauses this long. */
const TYPED_MS = 250;
/** Each is one call for each pause in typing. */
const MAX_SPACES = 20;
const SHOWN = 8;
const NONE: Named = { documents: [], total: 0 };

/** The first documents with a name, and how many there are. */
interface Named {
  readonly documents: readonly Document[];
  readonly total: number;
}

/** Finds a document of some spaces by its filename, as one types. */
export function DocumentPicker(props: {
  spaces: readonly AskedSpace[];
  onPick: (name: DocumentName) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const { spaces, onPick, ref } = props;
  const { quarry } = useMe();
  const [typed, setTyped] = useState("");
  const name = useSettled(typed.trim(), TYPED_MS);
  const searched = spaces.slice(0, MAX_SPACES);
  const found = useQuery({ ...namedQuery(quarry, searched, name), enabled: name !== "" });
  const isShown = name !== "" && typed.trim() !== "";
  const { documents, total } = (isShown && found.data) || NONE;
  return (
    <div className="document-picker">
      <SearchField label={words.find} value={typed} onChange={setTyped} ref={ref} />
      {spaces.length > MAX_SPACES && <p className="faint">{words.firstSpaces(MAX_SPACES)}</p>}
      <p className="faint" role="status">
        {isShown && found.data && !found.isPlaceholderData && statusText(total)}
      </p>
      {isShown && found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {documents.length > 0 && (
        <ul className="choice-list" aria-label={words.found}>
          {documents.map(({ id, spaceId, filename, status }) => (
            <li key={id}>
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  setTyped("");
                  onPick({ spaceId, id });
                }}
              >
                <bdi className="picked-name">{filename}</bdi>
                {status !== "COMPLETED" && <small className="faint">{text.documents.status[status]}</small>}
                {spaces.length > 1 && (
                  <small className="faint">
                    <bdi>{spaces.find((space) => space.id === spaceId)?.name}</bdi>
                  </small>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function statusText(total: number): string {
  if (total === 0) return words.none;
  return total > SHOWN ? `${words.matches(total)}. ${words.narrow}` : words.matches(total);
}

/** The first documents of the spaces with a text in their filenames. */
function namedQuery(quarry: Quarry, spaces: readonly AskedSpace[], name: string) {
  return queryOptions({
    queryKey: ["documents", "named", spaces.map(({ id }) => id), name],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Named> => {
      const pages = await Promise.all(
        spaces.map(async ({ id: spaceId }) =>
          quarry.documents.list({ spaceId, name, pageSize: SHOWN }, { signal }),
        ),
      );
      return {
        documents: pages.flatMap(({ data }) => data).slice(0, SHOWN),
        total: pages.reduce((sum, { pagination }) => sum + pagination.total, 0),
      };
    },
  });
}
