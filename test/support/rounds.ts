/** How often a fault is made again after the first time, from `QUARRY_TEST_ROUNDS`: one round by default. */
export const REPEATS = Number(process.env.QUARRY_TEST_ROUNDS ?? 1) - 1;
