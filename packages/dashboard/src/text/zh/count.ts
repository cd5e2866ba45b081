import { integer } from "../numbers.ts";

/** A number with its noun, in Chinese: the noun has one form, and a measure word before it. */
export const count = (noun: string) => (n: number) => `${integer(n)} ${noun}`;
