import { AREA, axisOf, COLOURS, escaped, frame } from "./plot-frame.ts";

/** A named line of points. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Plots values over sizes, which have a logarithmic axis. */
export function linePlot(options: { title: string; unit: string; series: readonly Series[] }): string {
  const series = options.series.filter(({ points }) => points.length > 0);
  const all = series.flatMap(({ points }) => points);
  const sizes = [...new Set(all.map(([size]) => size))].sort((left, right) => left - right);
  const axis = axisOf(Math.max(0, ...all.map(([, value]) => value)));
  const { left, top, width, height } = AREA;
  const [first = 1, last = 1] = [sizes[0], sizes.at(-1)];
  const span = Math.log(last / first) || 1;
  const x = (size: number) => (left + 20 + (Math.log(size / first) / span) * (width - 40)).toFixed(1);
  const y = (value: number) => (top + height - (value / axis.end) * height).toFixed(1);
  const ticks = sizes.map(
    (size) =>
      `<text x="${x(size)}" y="${top + height + 18}" text-anchor="middle">${size.toLocaleString("en")}</text>`,
  );
  const lines = series.map(({ name, points }, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const places = points.map(([size, value]) => `${x(size)},${y(value)}`);
    const dots = points.map(
      ([size, value]) =>
        `<circle cx="${x(size)}" cy="${y(value)}" r="4" fill="${colour}"><title>${escaped(name)}, ${size}: ${value.toPrecision(3)}</title></circle>`,
    );
    return `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}`;
  });
  const { title, unit } = options;
  return frame({ title, unit, axis, legend: series.map(({ name }) => name), content: [...ticks, ...lines] });
}
