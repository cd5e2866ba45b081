import { type Markup, markup } from "../../../../platform/http/markup.ts";

/** A name or another text of users within a sentence. Its direction does not change the order of the sentence. */
export function named(name: string): Markup {
  return markup`<strong><bdi>${name}</bdi></strong>`;
}
