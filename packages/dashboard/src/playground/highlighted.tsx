import type { Highlight } from "@quarry/sdk";
import type { ReactNode } from "react";

/** A text with the words of the question marked. The places are sorted and disjoint. */
export function Highlighted({ content, places }: { content: string; places: readonly Highlight[] }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end } of places) {
    parts.push(content.slice(from, start), <mark key={start}>{content.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(content.slice(from));
  return <>{parts}</>;
}
