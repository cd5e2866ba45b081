import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useMe } from "../../api/person.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { MAX_NAMED_SPACES, namedQuery, TYPED_MS } from "../../documents/named-documents.ts";
import { spacesQuery } from "../../spaces/space-queries.ts";
import { matchesWords } from "../../spaces/spaces-search.ts";
import { text } from "../../text/text.ts";
import type { Command } from "./command.ts";

const words = text.palette;
const SHOWN_SPACES = 12;
const SHOWN_DOCUMENTS = 8;

/** The spaces and documents that are found by what is typed, and what is not searched. */
export function usePlaces(typed: string) {
  const { quarry } = useMe();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const all = useQuery(spacesQuery(quarry, "active")).data ?? [];
  // The documents of the space that is shown come first.
  const [, here] = /^\/spaces\/([^/]+)/.exec(path) ?? [];
  const spaces = all.toSorted((a, b) => Number(b.slug === here) - Number(a.slug === here));
  const name = useSettled(typed, TYPED_MS);
  const named = useQuery(namedQuery(quarry, spaces, name, SHOWN_DOCUMENTS));
  const isNamed = typed !== "" && name !== "";
  const documents = ((isNamed && named.data?.documents) || []).map(({ id, spaceId, filename }): Command => {
    const space = all.find((each) => each.id === spaceId);
    return {
      ...{ key: id, icon: "file-text", label: filename },
      kind: space ? words.documentIn(space.name) : words.document,
      run: () =>
        void navigate({
          to: "/spaces/$spaceId/documents/$documentId",
          params: { spaceId: space?.slug ?? spaceId, documentId: id },
        }),
    };
  });
  const found = all
    .filter((space) => matchesWords(typed, space))
    .slice(0, SHOWN_SPACES)
    .map(
      ({ id, name: label, slug }): Command => ({
        ...{ key: id, icon: "folder", label, kind: words.space },
        run: () => void navigate({ to: "/spaces/$spaceId", params: { spaceId: slug } }),
      }),
    );
  const note = isNamed && all.length > MAX_NAMED_SPACES ? words.firstSpaces(MAX_NAMED_SPACES) : undefined;
  return { spaces: found, documents, note, error: isNamed ? named.error : null };
}
