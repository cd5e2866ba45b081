import { action, app, nav, problem, session } from "./de/app.ts";
import { assistants } from "./de/assistants.ts";
import { audit } from "./de/audit.ts";
import { bulk } from "./de/bulk.ts";
import { document, documents, uploads } from "./de/documents.ts";
import { evaluations } from "./de/evaluations.ts";
import { history } from "./de/history.ts";
import { keys } from "./de/keys.ts";
import { language } from "./de/language.ts";
import { operator } from "./de/operator.ts";
import { original } from "./de/original.ts";
import { palette } from "./de/palette.ts";
import { people, usage } from "./de/people.ts";
import { playground } from "./de/playground.ts";
import { questions } from "./de/questions.ts";
import { reading } from "./de/reading.ts";
import { spaces } from "./de/spaces.ts";
import { start } from "./de/start.ts";
import { trouble } from "./de/trouble.ts";
import { webhooks } from "./de/webhooks.ts";
import { whyNot } from "./de/why-not.ts";
import type { Catalogue } from "./en.ts";

/** All texts of the dashboard in German. */
export const de: Catalogue = {
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
