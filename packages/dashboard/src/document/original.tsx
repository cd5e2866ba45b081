import type { PageRectangles } from "@quarry/sdk";
import { lazy, Suspense } from "react";
import { loadPart } from "../api/load-part.ts";
import { Picture } from "./originals/picture.tsx";
import type { OriginalName } from "./originals/read-original.tsx";

const PdfPage = lazy(async () => {
  const module = await loadPart(() => import("./pdf-page.tsx"));
  return { default: module.PdfPage };
});

/** A page of the original as a picture: drawn from a PDF, or the picture itself. Other kinds show the marks alone. */
export function Original(props: { name: OriginalName; mimeType: string; page: PageRectangles }) {
  const { name, mimeType, page } = props;
  if (mimeType === "application/pdf")
    return (
      <Suspense>
        <PdfPage key={name.id} name={name} page={page.page} />
      </Suspense>
    );
  if (mimeType.startsWith("image/")) return <Picture name={name} mimeType={mimeType} alt="" />;
  return null;
}
