import type { Catalogue } from "../en.ts";
import { count } from "./count.ts";

/** Texts of people. */
export const people: Catalogue["people"] = {
  title: "Personen",
  hint: "Mitglieder lesen und schreiben; Admins löschen auch und verwalten Schlüssel und Personen.",
  hintForMembers: "Admins und der Inhaber laden Personen ein.",
  invite: "Einladen",
  submitInvite: "Einladung senden",
  email: "E-Mail",
  role: "Rolle",
  roles: { member: "Mitglied", admin: "Admin", owner: "Inhaber" },
  roleHints: {
    member: "Liest und schreibt Bereiche und Dokumente und stellt Fragen.",
    admin: "Löscht auch, erstellt API-Schlüssel, lädt Personen ein und entfernt sie.",
  },
  makeRole: { member: "Mitglied", admin: "Admin" },
  you: "(Sie)",
  remove: "Aus der Organisation entfernen",
  removeTitle: (name) => `${name} aus der Organisation entfernen?`,
  removeHint:
    "Der Zugriff endet sofort, auch der verbundener Assistenten. API-Schlüssel, die die Person erstellt hat, gelten weiter. Sie kann wieder eingeladen werden.",
  submitRemove: "Entfernen",
  removeDone: (email) => `${email} ist entfernt`,
  transfer: "Zum Inhaber machen",
  transferTitle: (name) => `${name} zum Inhaber machen?`,
  transferHint:
    "Eine Organisation hat einen Inhaber. Sie werden Admin, und nur der neue Inhaber kann die Inhaberschaft zurückgeben.",
  transferConfirm: (email) => `Zur Bestätigung „${email}“ eingeben`,
  submitTransfer: "Inhaberschaft übertragen",
  transferDone: (name) => `${name} ist jetzt Inhaber`,
  invited: (email) => `${email} ist eingeladen`,
  invitedHint:
    "Wenn dieser Server Mails versendet, ist eine unterwegs. Der Link gilt auch so, sieben Tage lang:",
  invitations: "Einladungen",
  openUntil: (when) => `läuft ${when} ab`,
  copyLink: "Link kopieren",
  withdraw: "Zurückziehen",
};

const days = count("Tag", "Tage");

/** Texts of usage. */
export const usage: Catalogue["usage"] = {
  title: "Nutzung",
  hint: (organization, tier) => `${organization} hat den Tarif ${tier}.`,
  tiers: { sandbox: "Sandbox", developer: "Developer", pro: "Pro", enterprise: "Enterprise" },
  spaces: "Bereiche",
  documents: "Dokumente",
  storage: "Speicher",
  originals: "Größe der Originaldateien",
  apiKeys: "API-Schlüssel",
  perSpace: (limit) => `Höchstens ${limit} pro Bereich`,
  calls: (seconds) =>
    seconds === 60
      ? "Aufrufe in dieser Minute"
      : seconds === 86_400
        ? "Aufrufe heute"
        : `Aufrufe in ${seconds} s`,
  resets: (when) => `beginnt ${when} neu`,
  of: (limit) => `von ${limit}`,
  unlimited: "Keine Grenze",
  kept: "Dokumente bleiben, bis sie gelöscht werden.",
  keptDays: (n) => `Dokumente werden ${days(n)} nach ihrer letzten Änderung gelöscht.`,
  overTime: "Die letzten 30 Tage",
  overTimeHint: "Tage gelten in UTC. Speicher und Dokumente sind die am Ende eines Tages.",
  callsOfDay: "Aufrufe pro Tag",
  plotSummary: (today, highest) => `heute ${today}, höchstens ${highest}`,
  asTable: "Als Tabelle",
  day: "Tag",
  notRecorded: "nicht erfasst",
};
