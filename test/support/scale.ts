/**
 * How much the tests try, from `QUARRY_TEST_SCALE`: by default a sample of the slowest cases; `ci`, which `.ci/run` sets,
 * every case; `full` also many more random sequences.
 */
const SCALE = process.env.QUARRY_TEST_SCALE;

/** True at the scale `full`. */
export const isFullScale = SCALE === "full";
/** True when every case is tried instead of a sample. */
export const hasEveryCase = isFullScale || SCALE === "ci";
