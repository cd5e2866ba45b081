import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMe } from "../../api/person.tsx";
import { Problem } from "../../components/states.tsx";
import { size } from "../../text/format.ts";
import { text } from "../../text/text.ts";
import { FORGET_MS, type OriginalName, readOriginal } from "./read-original.tsx";

const words = text.original;
const MAX_BYTES = 30_000_000;

/** An original that is a picture. A browser runs nothing of an SVG that it shows as one, and loads nothing for it. */
export function Picture(props: { name: OriginalName; mimeType: string; alt: string }) {
  const { name, mimeType, alt } = props;
  const { quarry } = useMe();
  const { spaceId, id, updatedAt, fileSize } = name;
  const isTooLarge = Number(fileSize) > MAX_BYTES;
  const file = useQuery({
    queryKey: ["picture", spaceId, id, updatedAt],
    queryFn: async ({ signal }) =>
      new Blob([await readOriginal(quarry, name, MAX_BYTES, signal)], { type: mimeType }),
    enabled: !isTooLarge,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGET_MS,
  });
  const [url, setUrl] = useState<string>();
  const [brokenUrl, setBrokenUrl] = useState<string>();
  useEffect(() => {
    if (!file.data) return;
    const made = URL.createObjectURL(file.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file.data]);
  if (isTooLarge) return <p className="faint">{words.tooLarge(size(MAX_BYTES))}</p>;
  if (file.error) return <Problem error={file.error} onRetry={() => void file.refetch()} />;
  if (url === undefined) return null;
  if (url === brokenUrl) return <p className="faint">{words.broken}</p>;
  return <img className="original" src={url} alt={alt} onError={() => setBrokenUrl(url)} />;
}
