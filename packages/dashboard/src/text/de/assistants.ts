import type { Catalogue } from "../en.ts";

/** Texts of assistants. */
export const assistants: Catalogue["assistants"] = {
  title: "Assistenten",
  hint: "Programme, die über das Model Context Protocol für Sie handeln. Jedes hat die Rechte, die Sie angekreuzt haben, und nie mehr als Ihre Rolle.",
  empty: "Kein Assistent hat Zugriff",
  emptyHint:
    "Tragen Sie diese Adresse in einem Assistenten ein. Er öffnet hier eine Seite, auf der Sie festlegen, was er darf.",
  connect: "Assistenten verbinden",
  address: "Adresse",
  clients: {
    claudeCode: "Claude Code",
    vsCode: "VS Code",
    cursor: "Cursor und andere mit Datei",
    other: "Andere",
  },
  clientHints: {
    claudeCode: "Führen Sie das in einem Terminal aus, und geben Sie dann /mcp ein, um sich anzumelden.",
    vsCode: "Führen Sie das in einem Terminal aus.",
    cursor: "Schreiben Sie das in .cursor/mcp.json oder in die Datei Ihres Clients.",
    other: "Tragen Sie die Adresse als entfernten Server ein. Die Anmeldung öffnet sich im Browser.",
  },
  unnamed: "Ein Programm ohne Namen",
  since: (when) => `zugelassen ${when}`,
  used: (when) => `${when} benutzt`,
  neverUsed: "nie benutzt",
  noRights: "keine Rechte mehr",
  inOrganization: (name) => `in ${name}`,
  formerOrganization: "einer Organisation, die Sie verlassen haben",
  scopes: {
    "spaces:read": "Bereiche sehen",
    "spaces:write": "Bereiche ändern",
    "spaces:delete": "Bereiche löschen",
    "documents:read": "Dokumente lesen",
    "documents:write": "Dokumente ändern",
    "documents:delete": "Dokumente löschen",
    "queries:read": "suchen",
    offline_access: "bleibt verbunden",
  },
  remove: "Entfernen",
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeHint: "Der Zugriff endet sofort. Sie können ihn später wieder erlauben.",
  removeDone: (name) => `„${name}“ hat keinen Zugriff mehr`,
};
