import { action, app, nav, problem, session } from "./ar/app.ts";
import { assistants } from "./ar/assistants.ts";
import { audit } from "./ar/audit.ts";
import { bulk } from "./ar/bulk.ts";
import { document, documents, uploads } from "./ar/documents.ts";
import { evaluations } from "./ar/evaluations.ts";
import { history } from "./ar/history.ts";
import { keys } from "./ar/keys.ts";
import { language } from "./ar/language.ts";
import { operator } from "./ar/operator.ts";
import { original } from "./ar/original.ts";
import { palette } from "./ar/palette.ts";
import { people, usage } from "./ar/people.ts";
import { playground } from "./ar/playground.ts";
import { questions } from "./ar/questions.ts";
import { reading } from "./ar/reading.ts";
import { spaces } from "./ar/spaces.ts";
import { start } from "./ar/start.ts";
import { trouble } from "./ar/trouble.ts";
import { webhooks } from "./ar/webhooks.ts";
import { whyNot } from "./ar/why-not.ts";
import type { Catalogue } from "./en.ts";

/** All texts of the dashboard in Arabic. */
export const ar: Catalogue = {
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
