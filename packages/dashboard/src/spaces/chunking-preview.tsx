import type { Chunking, Document, Space } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useMe } from "../api/person.tsx";
import { Field } from "../components/field.tsx";
import { SearchField } from "../components/search-field.tsx";
import { FormError, Loading } from "../components/states.tsx";
import { useSettled } from "../components/use-settled.ts";
import { text } from "../text/text.ts";
import { previewQuery, readyDocumentsQuery } from "./preview-queries.ts";
import { PreviewedChunks } from "./previewed-chunks.tsx";

const words = text.spaces.settings.preview;
/** The cuts follow when typing pauses this long. */
const TYPED_MS = 350;

/** How a document of the space would be cut. The newest one, until another one is chosen. */
export function ChunkingPreview({ space, chunking }: { space: Space; chunking: Chunking | undefined }) {
  const { quarry } = useMe();
  const titleId = useId();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState("");
  const searched = useSettled(name.trim(), TYPED_MS);
  const documents = useQuery(readyDocumentsQuery(quarry, space.id, searched));
  const found = documents.data ?? [];
  const shown = found.find(({ id }) => id === chosen) ?? found[0];

  function content() {
    if (documents.isPending) return <Loading rows={2} />;
    if (!documents.data) return <FormError error={documents.error} />;
    if (!shown) return <p className="faint">{searched === "" ? words.none : words.noMatch(searched)}</p>;
    return (
      <>
        <Field label={words.document}>
          {(control) => (
            <select
              {...control}
              dir="auto"
              value={shown.id}
              onChange={({ target }) => setChosen(target.value)}
            >
              {found.map(({ id, filename }) => (
                <option key={id} value={id}>
                  {filename}
                </option>
              ))}
            </select>
          )}
        </Field>
        {chunking ? (
          <Cuts space={space} document={shown} chunking={chunking} />
        ) : (
          <p className="faint" role="status">
            {words.invalid}
          </p>
        )}
      </>
    );
  }

  return (
    <section className="chunking-preview" aria-labelledby={titleId}>
      <h3 id={titleId}>{words.title}</h3>
      <SearchField label={words.find} value={name} onChange={setName} />
      {content()}
    </section>
  );
}

function Cuts({ space, document, chunking }: { space: Space; document: Document; chunking: Chunking }) {
  const { quarry } = useMe();
  const maxTokens = useSettled(chunking.maxTokens, TYPED_MS);
  const overlapTokens = useSettled(chunking.overlapTokens, TYPED_MS);
  const preview = useQuery(previewQuery(quarry, space, document.id, { maxTokens, overlapTokens }));
  if (preview.data) return <PreviewedChunks preview={preview.data} isOld={preview.isPlaceholderData} />;
  return preview.isPending ? <Loading rows={4} /> : <FormError error={preview.error} />;
}
