/** Texts of the line that says why the page waits for the server. */
export const trouble = {
  offline: "This device is offline. The page goes on when the connection is back.",
  unreachable: "The server cannot be reached. Trying again by itself…",
  limited: (time: string) => `Too many calls at the moment. The page goes on in ${time}.`,
  busy: "The server is busy. Trying again by itself…",
  slow: "The server takes longer than usual. Still waiting…",
};
