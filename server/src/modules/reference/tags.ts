/** The groups of operations, in the order of the reference. */
export const TAGS = [
  {
    name: "spaces",
    description:
      "A space holds documents that belong together. Queries name one or more spaces. Calls that name a space take its id or its slug.",
  },
  {
    name: "documents",
    description:
      "A document is a piece of content in one space: a text or a file. The service extracts its text, splits it into chunks, embeds them and indexes them. `PUT` answers when queries find the document; `POST` answers at once and processes it in the background.",
  },
  {
    name: "query",
    description:
      "Queries return the passages that answer a question. A smart query needs no space: it recommends the spaces that are likely to answer.",
  },
  {
    name: "keys",
    description:
      "API keys are for programs. A key acts in one organization, with permissions, and optionally only in some spaces, until a date, or with a rate limit of its own.",
  },
  {
    name: "events",
    description: "A live stream of what happens to spaces, documents and keys, as server-sent events.",
  },
  {
    name: "webhooks",
    description:
      "A webhook receives the events over HTTP, signed according to [Standard Webhooks](https://www.standardwebhooks.com), at least once, with retries for three days.",
  },
  {
    name: "evaluations",
    description:
      "An evaluation is a set of golden queries: questions with the documents that answer them. A run measures how well a space answers them.",
  },
  {
    name: "questions",
    description:
      "The log of the questions that were asked, with how well they were answered. It is off until an admin turns it on, with or without the texts.",
  },
  { name: "usage", description: "What the organization uses, and what its tier allows." },
  {
    name: "audit",
    description: "Who changed the organization, its keys and its spaces, or many documents at once.",
  },
  {
    name: "operator",
    description:
      "The state of the whole service, for its operator: the owners of the first organization, and the root key.",
  },
  { name: "health", description: "Whether the service is alive and ready. These calls need no credentials." },
] as const;
