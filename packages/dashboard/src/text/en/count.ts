/** A number with its noun, in English. */
export const count = (one: string, other: string) => (n: number) =>
  `${n.toLocaleString("en")} ${n === 1 ? one : other}`;
