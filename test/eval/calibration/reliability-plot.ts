import type { ReliabilityBin } from "./calibration-report.ts";

const SIZE = 320;
const LEFT = 44;
const TOP = 12;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Plots the share of right best hits over their similarity as SVG. On the dashed line both are equal. */
export function reliabilityPlot(bins: readonly ReliabilityBin[]): string {
  const x = (value: number) => (LEFT + value * SIZE).toFixed(1);
  const y = (value: number) => (TOP + (1 - value) * SIZE).toFixed(1);
  const most = Math.max(1, ...bins.map(({ hits }) => hits));
  const shown = bins.filter(({ hits }) => hits > 0);
  const ticks = TICKS.map(
    (tick) => `<path d="M${x(0)} ${y(tick)}H${x(1)}M${x(tick)} ${y(0)}V${y(1)}" stroke="#8884"/>
<text x="${LEFT - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>
<text x="${x(tick)}" y="${Number(y(0)) + 16}" text-anchor="middle">${tick}</text>`,
  );
  const dots = shown.map(
    ({ low, high, hits, similarity, right }) =>
      `<circle cx="${x(similarity)}" cy="${y(right)}" r="${(4 + 8 * Math.sqrt(hits / most)).toFixed(1)}" fill="#2a7de1"><title>${low} to ${high}: ${hits} hits, ${(right * 100).toFixed(1)} % right</title></circle>`,
  );
  const line = shown.map(({ similarity, right }) => `${x(similarity)},${y(right)}`).join(" ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + SIZE + 16} ${TOP + SIZE + 44}" font-family="sans-serif" font-size="12" fill="#777" role="img" aria-label="Share of right best hits by similarity">
${ticks.join("\n")}
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4 4"/>
<polyline points="${line}" fill="none" stroke="#2a7de1" stroke-width="2"/>
${dots.join("\n")}
<text x="${x(0.5)}" y="${TOP + SIZE + 38}" text-anchor="middle">similarity of the best hit</text>
<text transform="translate(12 ${y(0.5)}) rotate(-90)" text-anchor="middle">share that is right</text>
</svg>
`;
}
