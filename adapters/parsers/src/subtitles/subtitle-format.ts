import type { FileFormat } from "../detection/file-format.ts";
import { subtitleParser } from "./subtitle-parser.ts";

const [SUBRIP, WEBVTT] = ["application/x-subrip", "text/vtt"];

/** SubRip and WebVTT. */
export const subtitleFormat: FileFormat = {
  parsers: () => [subtitleParser(SUBRIP), subtitleParser(WEBVTT)],
  extensions: { srt: SUBRIP, vtt: WEBVTT },
  aliases: { "text/srt": WEBVTT },
};
