/** The pictures of the walk that the guide shows, in their order. */
export const TOUR = [
  "start",
  "ready",
  "documents",
  "question",
  "document",
  "evaluation",
  "assistants",
  "people",
] as const;
