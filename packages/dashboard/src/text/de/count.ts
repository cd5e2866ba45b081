import { integer } from "../numbers.ts";

/** A number with its noun, in German. */
export const count = (one: string, other: string) => (n: number) => `${integer(n)} ${n === 1 ? one : other}`;
