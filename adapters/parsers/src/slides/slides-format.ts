import type { FileFormat } from "../detection/file-format.ts";

const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** PowerPoint presentations of 2007 and later. Detected with the other documents that are ZIP archives. */
export const slidesFormat: FileFormat = {
  parsers: () => [
    {
      mimeTypes: [PPTX],
      parse: async (input) => (await import("./slides-parser.ts")).parseSlides(PPTX, input),
    },
  ],
};
