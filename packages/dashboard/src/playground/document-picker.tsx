import type { DocumentName } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { useMe } from "../api/person.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Problem } from "../components/states.tsx";
import { useSettled } from "../components/use-settled.ts";
import { MAX_NAMED_SPACES, type Named, namedQuery, TYPED_MS } from "../documents/named-documents.ts";
import { text } from "../text/text.ts";
import type { AskedSpace } from "./asked-spaces.ts";

const words = text.whyNot;
const SHOWN = 8;
const NONE: Named = { documents: [], total: 0 };

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
  const found = useQuery(namedQuery(quarry, spaces, name, SHOWN));
  const isShown = name !== "" && typed.trim() !== "";
  const { documents, total } = (isShown && found.data) || NONE;
  return (
    <div className="document-picker">
      <SearchField label={words.find} value={typed} onChange={setTyped} ref={ref} />
      {spaces.length > MAX_NAMED_SPACES && <p className="faint">{words.firstSpaces(MAX_NAMED_SPACES)}</p>}
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
