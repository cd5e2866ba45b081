import { type Markup, markup } from "../../../platform/http/markup.ts";

/** A query's bar. */
export interface QueryBar {
  readonly query: string;
  /** Between -1 and 1. */
  readonly value: number;
}

const WIDTH = 720;
const LEFT = 40;
const HEIGHT = 180;
const MAX_BAR = 24;

/** A bar for each query, highest first. Negative bars hang below the zero line. */
export function queryPlot(bars: readonly QueryBar[], label: string): Markup {
  const sorted = bars.toSorted((a, b) => b.value - a.value);
  const lowest = bars.some(({ value }) => value < 0) ? -1 : 0;
  const y = (value: number) => round(8 + ((1 - value) / (1 - lowest)) * HEIGHT);
  const pitch = Math.min(MAX_BAR, (WIDTH - LEFT) / Math.max(1, sorted.length));
  const ticks = (lowest < 0 ? [1, 0.5, 0, -0.5, -1] : [1, 0.5, 0]).map(
    (
      tick,
    ) => markup`<line class="${tick === 0 ? "zero" : "axis"}" x1="${LEFT}" x2="${WIDTH}" y1="${y(tick)}" y2="${y(tick)}"/>
<text class="faint" x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
  );
  const columns = sorted.map(({ query, value }, place) => {
    const top = y(Math.max(0, value));
    return markup`<rect class="${value < 0 ? "worse" : "better"}" x="${round(LEFT + place * pitch)}" y="${top}" width="${round(pitch * 0.9)}" height="${round(y(Math.min(0, value)) - top)}"><title>${query}: ${value.toFixed(4)}</title></rect>`;
  });
  return markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 16}" role="img" aria-label="${label}">${ticks}${columns}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
