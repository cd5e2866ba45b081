const MAX_RECONNECT_SECONDS = 0.5;

/** How to connect to a PostgreSQL server. */
export const CONNECTION = {
  connect_timeout: 10,
  // The driver's own waits grow to 20 s, also for whoever asks after the server is back.
  backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, MAX_RECONNECT_SECONDS),
  onnotice: () => undefined,
  // A kept statement is planned for its values each time: a plan for any values passes by the indexes of one model.
  connection: { plan_cache_mode: "force_custom_plan" },
};
