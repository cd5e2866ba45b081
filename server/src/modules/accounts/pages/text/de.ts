import { markup } from "../../../../platform/http/markup.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../../platform/settings/accounts.ts";
import type { PageText } from "./en.ts";
import { named } from "./named.ts";

const PASSWORD_LENGTH = `Wählen Sie ein Passwort mit ${PASSWORD_MIN_CHARS} bis ${PASSWORD_MAX_CHARS} Zeichen.`;
const LINK_EXPIRED = "Dieser Link ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.";
const START_AGAIN = "Beginnen Sie noch einmal im Programm";

/** The text of the pages without script, in German. */
export const de: PageText = {
  language: "de",
  tag: "de",
  direction: "ltr",
  roles: { owner: "Inhaber", admin: "Admin", member: "Mitglied" },
  field: {
    email: "E-Mail",
    password: "Passwort",
    newPassword: `Passwort (mindestens ${PASSWORD_MIN_CHARS} Zeichen)`,
    name: "Name",
  },
  signIn: {
    title: "Anmelden",
    submit: "Anmelden",
    createAccount: "Konto anlegen",
    forgotPassword: "Passwort vergessen?",
    reference: "Referenz",
  },
  signUp: {
    title: "Konto anlegen",
    submit: "Konto anlegen",
    haveAccount: "Ich habe schon ein Konto",
  },
  setUp: {
    title: "Quarry einrichten",
    hint: "Legen Sie das Konto des Inhabers an. Dieser Link funktioniert einmal.",
    submit: "Konto des Inhabers anlegen",
    invalid: {
      title: "Dieser Link ist nicht mehr gültig",
      message: "Quarry hat schon einen Inhaber, oder das ist nicht der Link aus dem Protokoll.",
    },
  },
  forgotPassword: {
    title: "Passwort vergessen?",
    hint: "Geben Sie die Adresse Ihres Kontos ein. Sie bekommen eine E-Mail mit einem Link.",
    submit: "Link senden",
    sent: {
      title: "Sehen Sie in Ihr Postfach",
      message:
        "Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs. Der Link funktioniert eine Stunde lang.",
    },
    notSent: "Die E-Mail konnte nicht gesendet werden",
  },
  resetPassword: {
    title: "Neues Passwort wählen",
    submit: "Passwort setzen",
    newLink: "Neuen Link anfordern",
  },
  invitation: {
    title: (organization) => `${organization} beitreten`,
    hint: (role, email) =>
      markup`Sie sind mit der Rolle ${role} eingeladen. Sie sind als ${named(email)} angemeldet.`,
    submit: "Beitreten",
    invalid: {
      title: "Diese Einladung ist nicht mehr gültig",
      message: "Sie wurde angenommen, zurückgezogen oder ist älter als sieben Tage. Bitten Sie um eine neue.",
    },
  },
  account: {
    title: "Konto",
    signedIn: (email) => markup`Angemeldet als ${named(email)}.`,
    dashboard: "Dashboard",
    reference: "API-Referenz",
    organizations: "Organisationen",
    active: (organization, role) => markup`${organization}, ${role} (aktiv)`,
    organization: (organization, role) => markup`${organization}, ${role}`,
    switchTo: "Wechseln",
    assistants: "Assistenten",
    noAssistant:
      "Kein Assistent hat Zugriff. Um einen zu verbinden, geben Sie ihm die Adresse dieses Dienstes und dahinter /mcp.",
    assistant: (assistant, organization) =>
      organization === undefined
        ? markup`${assistant} ohne Organisation`
        : markup`${assistant} in ${organization}`,
    remove: "Entfernen",
    signOut: "Abmelden",
  },
  consent: {
    unnamed: "Ein Programm ohne Namen",
    title: (client) => `${client} bittet um Zugriff`,
    hint: (email, role, organization) =>
      markup`Angemeldet als ${named(email)}, ${role} von ${named(organization)}. Wählen Sie, was das Programm darf:`,
    scopes: {
      "spaces:read": "Ihre Bereiche sehen",
      "spaces:write": "Bereiche anlegen und ändern",
      "spaces:delete": "Bereiche archivieren und löschen",
      "documents:read": "Dokumente lesen",
      "documents:write": "Dokumente hinzufügen und ändern",
      "documents:delete": "Dokumente löschen",
      "queries:read": "In Ihren Dokumenten suchen",
    },
    stayConnected: "Verbunden bleiben, bis Sie es entfernen",
    notGranted: (scope, role) => markup`${scope}: nicht erteilt, denn Ihre Rolle ist ${role}`,
    describedBy: (host) => markup`Das Programm wird von ${named(host)} beschrieben.`,
    sentTo: (host) =>
      markup`Ihre Antwort geht an ${named(host)}. Erlauben Sie den Zugriff nur, wenn Sie das selbst begonnen haben.`,
    unknownAddress: "eine unbekannte Adresse",
    allow: "Erlauben",
    doNotAllow: "Nicht erlauben",
    useInstead: (organization) => `Stattdessen ${organization} verwenden`,
    unknown: {
      title: "Unbekanntes Programm",
      message: "Dieses Programm ist hier nicht registriert. Beginnen Sie dort noch einmal.",
    },
    changed: {
      title: "Sie haben die Organisation gewechselt",
      message:
        "Die Seite, auf der Sie geantwortet haben, galt für eine andere Organisation als Ihre aktive. Beginnen Sie noch einmal im Programm, und prüfen Sie die Organisation auf seiner Seite.",
    },
    nothingTicked: {
      title: "Nichts ist angekreuzt",
      message:
        "Kreuzen Sie mindestens eines an, was das Programm darf, oder antworten Sie, dass Sie es nicht erlauben. Gehen Sie zur vorigen Seite zurück.",
    },
  },
  document: {
    place: (space, page) => markup`In ${named(space)}${page === undefined ? "" : `, Seite ${page}`}`,
    original: "Originaldatei",
    noText: "Das Dokument hat noch keinen Text.",
    before: "Text davor",
    behind: "Text dahinter",
    notShown: "Dieses Dokument kann nicht gezeigt werden",
    switchFirst: "Wenn es in einer anderen Ihrer Organisationen ist, wechseln Sie zuerst zu ihr.",
  },
  problem: {
    title: "Hier geht es nicht weiter",
    brokenRequest:
      "Die Anfrage des Programms ist unvollständig, wurde verändert oder ist abgelaufen. Beginnen Sie noch einmal im Programm.",
    invalidRequest: (code) =>
      `Das Programm hat eine ungültige Anfrage gesendet (${code}). ${START_AGAIN}. Wenn das nicht hilft, wenden Sie sich an seine Entwickler.`,
    unknown: `Etwas ist schiefgegangen. ${START_AGAIN}, oder melden Sie sich an.`,
    tooManyAttempts: "Zu viele Versuche. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.",
    failed: "Die Anfrage ist fehlgeschlagen. Versuchen Sie es noch einmal.",
  },
  errors: {
    INVALID_EMAIL_OR_PASSWORD:
      "Die Adresse oder das Passwort ist falsch. Versuchen Sie es noch einmal, oder setzen Sie Ihr Passwort mit „Passwort vergessen?“ zurück.",
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
      "Ein Konto mit dieser Adresse gibt es schon. Melden Sie sich an, oder setzen Sie auf der Anmeldeseite Ihr Passwort zurück.",
    PASSWORD_TOO_SHORT: PASSWORD_LENGTH,
    PASSWORD_TOO_LONG: PASSWORD_LENGTH,
    VALIDATION_ERROR:
      "Füllen Sie jedes Feld aus, und geben Sie eine vollständige E-Mail-Adresse ein, z. B. name@example.com.",
    INVALID_TOKEN: LINK_EXPIRED,
    YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
      "Diese Einladung gilt für eine andere Adresse. Melden Sie sich unter /app ab, und melden Sie sich mit der Adresse an, an die sie gesendet wurde.",
    NO_ORGANIZATION:
      "Sie sind kein Mitglied einer Organisation oder nicht mehr in Ihrer aktiven. Wählen Sie unter /app eine aus, oder melden Sie sich dort ab und wieder an, um eine eigene zu bekommen.",
  },
  linkErrors: {
    invalid_client:
      "Das Programm ist hier nicht oder nicht mehr registriert. Entfernen Sie diesen Dienst aus dem Programm, und fügen Sie ihn wieder hinzu.",
    invalid_redirect:
      "Das Programm wollte zu einer Adresse weiterleiten, die es nicht registriert hat. Entfernen Sie diesen Dienst aus dem Programm, und fügen Sie ihn wieder hinzu.",
    INVALID_TOKEN: LINK_EXPIRED,
    TOKEN_EXPIRED: LINK_EXPIRED,
  },
};
