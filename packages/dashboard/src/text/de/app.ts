import type { Catalogue } from "../en.ts";

/** Texts of the frame of the dashboard. */
export const app: Catalogue["app"] = {
  name: "Quarry",
  skip: "Zum Inhalt springen",
  navigation: "Hauptnavigation",
  notFound: "Diese Seite gibt es nicht",
  notFoundHint: "Die Adresse ist vielleicht falsch geschrieben, oder das Ziel wurde gelöscht.",
  toSpaces: "Zu den Bereichen",
  reference: "API-Referenz",
  account: "Konto und Assistenten",
  signOut: "Abmelden",
  organization: "Organisation",
  switchTo: "Organisation wechseln",
  loading: "Wird geladen …",
  justNow: "gerade eben",
  comma: ", ",
  noOrganization: "Sie gehören zu keiner Organisation",
  noOrganizationHint: "Bitten Sie um eine Einladung, oder wählen Sie auf der Kontoseite eine Organisation.",
};

/** Texts of actions that many pages offer. */
export const action: Catalogue["action"] = {
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  retry: "Erneut versuchen",
  more: "Weitere Aktionen",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser hat das Kopieren nicht erlaubt",
  clear: "Leeren",
};

/** Texts of pages that could not be loaded. */
export const problem: Catalogue["problem"] = {
  title: "Das konnte nicht geladen werden",
  unreachable: "Der Server ist nicht erreichbar.",
  goesOn: "Ein neuer Versuch folgt von selbst …",
  forbidden: "Diese Seite ist Ihnen nicht zugänglich",
  roleNeeded: "Das dürfen nur Admins und der Inhaber der Organisation.",
  unexpected: "Etwas Unerwartetes ist passiert. Versuchen Sie es erneut.",
};

/** Texts of a session that ended. */
export const session: Catalogue["session"] = {
  title: "Ihre Sitzung ist abgelaufen",
  hint: "Melden Sie sich an, um fortzufahren. Ihre Eingaben sind noch da.",
  email: "E-Mail",
  password: "Passwort",
  signIn: "Anmelden",
  otherPerson: "Das ist ein anderes Konto. Melden Sie sich als {email} an.",
};

/** Texts of the navigation. */
export const nav: Catalogue["nav"] = {
  spaces: "Bereiche",
  playground: "Playground",
  keys: "API-Schlüssel",
  people: "Personen",
  assistants: "Assistenten",
  webhooks: "Webhooks",
  questions: "Fragen",
  usage: "Nutzung",
  audit: "Protokoll",
  more: "Mehr",
};
