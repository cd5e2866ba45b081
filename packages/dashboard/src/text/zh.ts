import type { Catalogue } from "./en.ts";
import { action, app, nav, problem, session } from "./zh/app.ts";
import { assistants } from "./zh/assistants.ts";
import { audit } from "./zh/audit.ts";
import { bulk } from "./zh/bulk.ts";
import { document, documents, uploads } from "./zh/documents.ts";
import { evaluations } from "./zh/evaluations.ts";
import { history } from "./zh/history.ts";
import { keys } from "./zh/keys.ts";
import { language } from "./zh/language.ts";
import { operator } from "./zh/operator.ts";
import { original } from "./zh/original.ts";
import { palette } from "./zh/palette.ts";
import { people, usage } from "./zh/people.ts";
import { playground } from "./zh/playground.ts";
import { questions } from "./zh/questions.ts";
import { reading } from "./zh/reading.ts";
import { spaces } from "./zh/spaces.ts";
import { start } from "./zh/start.ts";
import { trouble } from "./zh/trouble.ts";
import { webhooks } from "./zh/webhooks.ts";
import { whyNot } from "./zh/why-not.ts";

/** All texts of the dashboard in simplified Chinese. */
export const zh: Catalogue = {
  app,
  action,
  problem,
  session,
  spaces,
  documents,
  bulk,
  uploads,
  playground,
  whyNot,
  document,
  original,
  history,
  keys,
  people,
  usage,
  start,
  evaluations,
  questions,
  reading,
  assistants,
  webhooks,
  audit,
  operator,
  trouble,
  palette,
  language,
  nav,
};
