import type { PageRectangles } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { loadPart } from "../api/load-part.ts";
import { useMe } from "../api/person.tsx";
import type { DocumentName } from "./document-parts.ts";

const PdfPage = lazy(async () => {
  const module = await loadPart(() => import("./pdf-page.tsx"));
  return { default: module.PdfPage };
});

/** A page of the original as a picture: drawn from a PDF, or the picture itself. Other kinds show the marks alone. */
export function Original(props: { name: DocumentName; mimeType: string; page: PageRectangles }) {
  const { name, mimeType, page } = props;
  if (mimeType === "application/pdf")
    return (
      <Suspense>
        <PdfPage key={name.id} name={name} page={page.page} />
      </Suspense>
    );
  if (mimeType.startsWith("image/")) return <Picture name={name} />;
  return null;
}

function Picture({ name }: { name: DocumentName }) {
  const { quarry } = useMe();
  const file = useQuery({
    queryKey: ["file", name.spaceId, name.id],
    queryFn: async ({ signal }) => {
      const { body, mimeType } = await quarry.documents.file(name, { signal });
      return new Blob([await new Response(body).arrayBuffer()], { type: mimeType });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.data) return;
    const made = URL.createObjectURL(file.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file.data]);
  return url === undefined ? null : <img className="original" src={url} alt="" />;
}
