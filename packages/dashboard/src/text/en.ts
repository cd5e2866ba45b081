import { action, app, nav, problem, session } from "./en/app.ts";
import { assistants } from "./en/assistants.ts";
import { audit } from "./en/audit.ts";
import { bulk } from "./en/bulk.ts";
import { document, documents, uploads } from "./en/documents.ts";
import { evaluations } from "./en/evaluations.ts";
import { history } from "./en/history.ts";
import { keys } from "./en/keys.ts";
import { language } from "./en/language.ts";
import { operator } from "./en/operator.ts";
import { original } from "./en/original.ts";
import { palette } from "./en/palette.ts";
import { people, usage } from "./en/people.ts";
import { playground } from "./en/playground.ts";
import { questions } from "./en/questions.ts";
import { reading } from "./en/reading.ts";
import { spaces } from "./en/spaces.ts";
import { start } from "./en/start.ts";
import { trouble } from "./en/trouble.ts";
import { webhooks } from "./en/webhooks.ts";
import { whyNot } from "./en/why-not.ts";

/** All texts of the dashboard in English. The other languages have the same shape: {@link Catalogue}. */
export const en = {
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

/** The texts of a language. */
export type Catalogue = typeof en;
