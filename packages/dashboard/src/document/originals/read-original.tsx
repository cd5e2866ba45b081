import type { Document, Quarry } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMe } from "../../api/person.tsx";
import { Icon } from "../../components/icon.tsx";
import { Loading, Problem } from "../../components/states.tsx";
import { size } from "../../text/format.ts";
import { text } from "../../text/text.ts";

/** What reading an original needs to know of its document. `updatedAt` changes with the file. */
export type OriginalName = Pick<Document, "spaceId" | "id" | "fileSize" | "updatedAt">;

/** The bytes of an original. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Without observers, an original is soon forgotten: it may be large. */
export const FORGET_MS = 30_000;

/** Reads the first bytes of an original, at most `maxBytes`. */
export async function readOriginal(
  quarry: Quarry,
  { spaceId, id, fileSize }: OriginalName,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Bytes> {
  const end = Math.min(Number(fileSize), maxBytes);
  if (end === 0) return new Uint8Array();
  const { body } = await quarry.documents.file({ spaceId, id, range: { start: 0, end } }, { signal });
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Shows what `read` makes of the first bytes of an original, and says when these are not all. */
export function ReadOriginal<Read>(props: {
  document: Document;
  maxBytes: number;
  read: (bytes: Bytes, isCut: boolean) => Read | Promise<Read>;
  children: (read: Read) => ReactNode;
}) {
  const { document, maxBytes, read, children } = props;
  const { quarry } = useMe();
  const { spaceId, id, fileSize, updatedAt } = document;
  const isCut = Number(fileSize) > maxBytes;
  const original = useQuery({
    queryKey: ["original", spaceId, id, updatedAt],
    queryFn: async ({ signal }): Promise<Read> =>
      read(await readOriginal(quarry, document, maxBytes, signal), isCut),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGET_MS,
    structuralSharing: false,
  });
  if (original.isPending) return <Loading rows={2} />;
  if (original.data === undefined)
    return <Problem error={original.error} onRetry={() => void original.refetch()} />;
  return (
    <>
      {isCut && (
        <p className="notice warn">
          <Icon name="alert" />
          {text.original.beginning(size(maxBytes), size(Number(fileSize)))}
        </p>
      )}
      {children(original.data)}
    </>
  );
}
