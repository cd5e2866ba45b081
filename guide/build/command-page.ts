import { COMMANDS, loadCommand } from "../../packages/cli/src/command-list.ts";
import type { Page } from "./page.ts";

/** A page with the help of every command. */
export async function commandPage(section: string): Promise<Page> {
  const listed = Object.entries(COMMANDS).filter(([, { summary }]) => summary !== undefined);
  const texts = await Promise.all(
    listed.map(async ([name, { summary }]) => {
      const command = await loadCommand(name);
      return `## quarry ${name}\n\n${summary}.\n\n\`\`\`\n${command?.usage ?? ""}\n\`\`\``;
    }),
  );
  const markdown = `# Options of the command\n\nWhat \`quarry COMMAND --help\` prints. [What the commands are for](repo:docs/command-line.md)\n\n${texts.join("\n\n")}\n`;
  return { address: "command-options", name: "Options of the command", section, markdown };
}
