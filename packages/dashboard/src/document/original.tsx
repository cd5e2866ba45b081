import { lazy, Suspense } from "react";
import { loadPart } from "../api/load-part.ts";
import type { PageSize } from "./draw-pdf-page.ts";
import { isPdf } from "./originals/original-kind.ts";
import { Picture } from "./originals/picture.tsx";
import type { OriginalName } from "./originals/read-original.tsx";

const PdfPage = lazy(async () => {
  const module = await loadPart(() => import("./pdf-page.tsx"));
  return { default: module.PdfPage };
});

/** A page of the original as a picture: drawn from a PDF, or the picture itself. Other kinds show the marks alone. */
export function Original(props: {
  name: OriginalName;
  mimeType: string;
  page: number;
  onOpen: (pageCount: number) => void;
  onSize: (size: PageSize) => void;
}) {
  const { name, mimeType, page, onOpen, onSize } = props;
  if (isPdf(mimeType))
    return (
      <Suspense>
        <PdfPage key={name.id} name={name} page={page} onOpen={onOpen} onSize={onSize} />
      </Suspense>
    );
  if (mimeType.startsWith("image/")) return <Picture name={name} mimeType={mimeType} alt="" />;
  return null;
}
