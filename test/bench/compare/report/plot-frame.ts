/** Room around a plot's area, and the area's size. */
export const AREA = { left: 64, top: 34, width: 420, height: 240 } as const;
/** One colour per series; the first is Quarry's main one. */
export const COLOURS = ["#2a7de1", "#7fb0ee", "#14508f", "#e08a2a", "#8a8a8a", "#b0559c"] as const;

const BELOW = 84;
const RIGHT = 24;
const STEPS = [1, 2, 2.5, 5, 10];
const WANTED_TICKS = 5;
const LEGEND_COLUMN = 150;

/** A round axis from zero to at least the largest value. */
export function axisOf(largest: number): { readonly end: number; readonly ticks: readonly number[] } {
  const rough = (largest > 0 ? largest : 1) / WANTED_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.ceil((largest > 0 ? largest : 1) / step);
  return { end: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** Draws a title, a vertical axis, a legend and content as an SVG that reads on light and dark pages. */
export function frame(options: {
  readonly title: string;
  readonly unit: string;
  readonly axis: ReturnType<typeof axisOf>;
  readonly legend: readonly string[];
  readonly content: readonly string[];
}): string {
  const { title, unit, axis, legend, content } = options;
  const { left, top, width, height } = AREA;
  const lines = axis.ticks.map((tick) => {
    const y = (top + height - (tick / axis.end) * height).toFixed(1);
    return `<path d="M${left} ${y}H${left + width}" stroke="#8884"/>
<text x="${left - 6}" y="${Number(y) + 4}" text-anchor="end">${Number(tick.toPrecision(6)).toLocaleString("en")}</text>`;
  });
  const names = legend.map((name, at) => {
    const x = left + (at % 3) * LEGEND_COLUMN;
    const y = top + height + 44 + Math.floor(at / 3) * 18;
    return `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${COLOURS[at % COLOURS.length]}"/>
<text x="${x + 15}" y="${y}">${escaped(name)}</text>`;
  });
  const size = `${left + width + RIGHT} ${top + height + BELOW}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" font-family="sans-serif" font-size="12" fill="#777" role="img" aria-label="${escaped(title)}">
<text x="${left}" y="16" font-size="14">${escaped(title)}, ${escaped(unit)}</text>
${[...lines, ...content, ...names].join("\n")}
</svg>
`;
}

/** Escapes text for SVG. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
