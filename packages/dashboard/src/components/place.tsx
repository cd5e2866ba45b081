import { Fragment } from "react";

/** Where a passage stands: headings and a page, from the outermost to the innermost. */
export function Place({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <p className="result-place">
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && " › "}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
