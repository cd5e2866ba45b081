import { AREA, axisOf, COLOURS, escaped, frame } from "./plot-frame.ts";

/** Bars beside each other, with a common name. */
export interface BarGroup {
  readonly name: string;
  /** A value per name of the legend; undefined leaves its place empty. */
  readonly values: readonly (number | undefined)[];
}

const GAP = 0.25;

/** Plots groups of bars. */
export function barPlot(options: {
  readonly title: string;
  readonly unit: string;
  readonly legend: readonly string[];
  readonly groups: readonly BarGroup[];
}): string {
  const { title, unit, legend, groups } = options;
  const axis = axisOf(Math.max(0, ...groups.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const { left, top, width, height } = AREA;
  const groupWidth = width / Math.max(1, groups.length);
  const barWidth = (groupWidth * (1 - GAP)) / Math.max(1, legend.length);
  const content = groups.flatMap(({ name, values }, group) => {
    const start = left + group * groupWidth + (groupWidth * GAP) / 2;
    const middle = (left + (group + 0.5) * groupWidth).toFixed(1);
    const bars = values.flatMap((value, at) => {
      if (value === undefined) return [];
      const tall = (value / axis.end) * height;
      const box = `x="${(start + at * barWidth).toFixed(1)}" y="${(top + height - tall).toFixed(1)}"`;
      const size = `width="${(barWidth * 0.92).toFixed(1)}" height="${tall.toFixed(1)}"`;
      const label = `${legend[at]}, ${name}: ${value.toPrecision(3)}`;
      return [
        `<rect ${box} ${size} fill="${COLOURS[at % COLOURS.length]}"><title>${escaped(label)}</title></rect>`,
      ];
    });
    const text = `<text x="${middle}" y="${top + height + 18}" text-anchor="middle">${escaped(name)}</text>`;
    return [text, ...bars];
  });
  return frame({ title, unit, axis, legend, content });
}
