import type { PageRectangles } from "@quarry/sdk";

/** The lines of the passage on the page. */
export function Marks({ page }: { page: PageRectangles }) {
  const { width, height, lines } = page;
  return (
    <svg className="marks" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lines.map(([left, top, right, bottom]) => (
        <rect key={`${left} ${top}`} x={left} y={top} width={right - left} height={bottom - top} rx={2} />
      ))}
    </svg>
  );
}
