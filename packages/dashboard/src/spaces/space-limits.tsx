import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { FormError } from "../components/states.tsx";
import { integer, list, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { spaceFactsQuery } from "./space-queries.ts";

const words = text.spaces.limits;

/** What a space holds, and what it may hold. */
export function SpaceLimits({ spaceId }: { spaceId: string }) {
  const { quarry } = useMe();
  const { data, error } = useQuery(spaceFactsQuery(quarry, spaceId));
  if (!data) return <FormError error={error} />;
  const { documents, storageBytes, retentionDays, maxContentChars, maxFileBytes } = data.limits;
  const limit = documents.limit === null ? words.noLimit : words.atMost(integer(documents.limit));
  return (
    <section className="space-limits" aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul className="faint">
        <li>{list([text.spaces.documents(documents.count), limit])}</li>
        <li>{words.size(size(storageBytes))}</li>
        <li>{retentionDays === null ? text.usage.kept : text.usage.keptDays(retentionDays)}</li>
        <li>{words.file(size(maxFileBytes))}</li>
        <li>{words.content(integer(maxContentChars))}</li>
      </ul>
    </section>
  );
}
