import type { EvaluationFigures } from "@quarry/schema";
import { type Markup, markup } from "../../../platform/http/markup.ts";

const WIDTH = 720;
const LEFT = 90;
const RIGHT = 150;
const BAR = 18;
const GROUP_GAP = 16;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const at = (value: number) => round(LEFT + value * (WIDTH - LEFT - RIGHT));

/** A bar for each metric and configuration, with its confidence interval. */
export function metricPlot({ k, configurations }: EvaluationFigures): Markup {
  const metrics = [
    { label: `nDCG@${k}`, of: "ndcg" },
    { label: `recall@${k}`, of: "recall" },
    { label: `MRR@${k}`, of: "mrr" },
  ] as const;
  const groupHeight = configurations.length * BAR + GROUP_GAP;
  const bottom = metrics.length * groupHeight;
  const ticks = TICKS.map(
    (tick) => markup`<line class="axis" x1="${at(tick)}" x2="${at(tick)}" y1="0" y2="${bottom}"/>
<text class="faint" x="${at(tick)}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`,
  );
  const groups = metrics.map(({ label, of }, group) => {
    const top = group * groupHeight + GROUP_GAP / 2;
    const bars = configurations.map((configuration, place) => {
      const { value, low, high } = configuration[of];
      const y = top + place * BAR;
      const middle = y + BAR / 2;
      return markup`<g><title>${configuration.name}: ${label} ${value.toFixed(4)}, ${low.toFixed(4)} to ${high.toFixed(4)}</title>
<rect class="${classOf(place)}" x="${LEFT}" y="${y + 2}" width="${round(at(value) - LEFT)}" height="${BAR - 4}"/>
<line class="whisker" x1="${at(low)}" x2="${at(high)}" y1="${middle}" y2="${middle}"/>
<text x="${WIDTH - RIGHT + 10}" y="${middle + 4}">${value.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})</text></g>`;
    });
    const middle = top + (configurations.length * BAR) / 2;
    return markup`<text x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${label}</text>${bars}`;
  });
  return markup`<svg viewBox="0 0 ${WIDTH} ${bottom + 24}" role="img" aria-label="Bars of each metric with 95 % intervals">${ticks}${groups}</svg>
<p>${configurations.map(
    ({ name }, place) =>
      markup`<svg viewBox="0 0 12 12" width="12" height="12" class="key"><rect class="${classOf(place)}" width="12" height="12"/></svg> ${name} `,
  )}</p>`;
}

function classOf(place: number): string {
  return place === 0 ? "first" : "second";
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
