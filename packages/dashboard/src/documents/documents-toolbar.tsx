import type { DocumentKind } from "@quarry/sdk";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Segments } from "../components/segments.tsx";
import { FilterDialog } from "../filter/filter-choice.tsx";
import { text } from "../text/text.ts";
import type { DocumentsSearch } from "./documents-search.ts";

const words = text.documents;
const KINDS = Object.entries(text.bulk.kinds) as [DocumentKind, string][];
/** A name is searched for when typing pauses this long. */
const TYPED_MS = 250;

/** Chooses which documents the list shows, by status, kind, name and metadata. */
export function DocumentsToolbar(props: {
  search: DocumentsSearch;
  onChange: (search: DocumentsSearch) => void;
  children?: ReactNode;
}) {
  const { search, onChange, children } = props;
  const [isFiltering, setFiltering] = useState(false);
  const change = (changed: DocumentsSearch) => onChange({ ...search, ...changed });
  return (
    <div className="toolbar">
      <Segments
        label={words.statusFilter}
        value={search.status ?? "all"}
        options={[
          ["all", words.all],
          ["PROCESSING", words.status.PROCESSING],
          ["COMPLETED", words.status.COMPLETED],
          ["FAILED", words.status.FAILED],
        ]}
        onChange={(value) => change({ status: value === "all" ? undefined : value })}
      />
      <select
        className="kind-choice"
        aria-label={text.bulk.kind}
        value={search.kind ?? ""}
        onChange={({ target }) =>
          change({ kind: target.value === "" ? undefined : (target.value as DocumentKind) })
        }
      >
        <option value="">{text.bulk.allKinds}</option>
        {KINDS.map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
      <NameField name={search.name ?? ""} onSettled={(name) => change({ name: name || undefined })} />
      <button type="button" className="button space-choice" onClick={() => setFiltering(true)}>
        <span className="clip" dir="auto">
          {search.filter ? JSON.stringify(search.filter) : text.bulk.metadata}
        </span>
        <Icon name="chevron" size={14} />
      </button>
      {isFiltering && (
        <FilterDialog
          filter={search.filter}
          onChange={(filter) => change({ filter })}
          onClose={() => setFiltering(false)}
        />
      )}
      {children}
    </div>
  );
}

/** Reports the name when typing pauses, so that not every letter is a call. */
function NameField({ name, onSettled }: { name: string; onSettled: (name: string) => void }) {
  const [typed, setTyped] = useState(name);
  const reported = useRef(name);
  useEffect(() => {
    // What the field itself reported must not undo what was typed since.
    if (name !== reported.current) setTyped(name);
    reported.current = name;
  }, [name]);
  useEffect(() => {
    if (typed === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = typed;
      onSettled(typed);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, onSettled]);
  return <SearchField label={text.bulk.search} value={typed} onChange={setTyped} />;
}
