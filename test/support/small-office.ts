import { strToU8, zipSync } from "fflate";

const OPENXML = "http://schemas.openxmlformats.org";
const OASIS = "urn:oasis:names:tc:opendocument:xmlns";

function packed(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** Returns a Word document with a heading and a paragraph. */
export function smallWord(heading: string, paragraph: string): Uint8Array {
  const main = `${OPENXML}/wordprocessingml/2006/main`;
  return packed({
    "word/document.xml": `<w:document xmlns:w="${main}"><w:body><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>${heading}</w:t></w:r></w:p><w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p></w:body></w:document>`,
  });
}

/** Returns a presentation with one slide that has a title and a text box. */
export function smallSlides(title: string, text: string): Uint8Array {
  const names = `xmlns:p="${OPENXML}/presentationml/2006/main" xmlns:a="${OPENXML}/drawingml/2006/main"`;
  const shape = (line: string, placeholder: string) =>
    `<p:sp>${placeholder}<p:txBody><a:p><a:r><a:t>${line}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return packed({
    "ppt/presentation.xml": `<p:presentation ${names}/>`,
    "ppt/_rels/presentation.xml.rels": `<Relationships xmlns="${OPENXML}/package/2006/relationships"><Relationship Id="r" Type="x/slide" Target="slides/slide1.xml"/></Relationships>`,
    "ppt/slides/slide1.xml": `<p:sld ${names}>${shape(title, '<p:ph type="title"/>')}${shape(text, "")}</p:sld>`,
  });
}

/** Returns an OpenDocument text with a heading and a paragraph. */
export function smallOpenDocument(heading: string, paragraph: string): Uint8Array {
  return packed({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:text="${OASIS}:text:1.0"><text:h text:outline-level="1">${heading}</text:h><text:p>${paragraph}</text:p></office:document-content>`,
  });
}

/** Returns a book with one chapter of a heading and a paragraph. */
export function smallBook(heading: string, paragraph: string): Uint8Array {
  return packed({
    mimetype: "application/epub+zip",
    "book.opf": `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>`,
    "a.xhtml": `<html><body><h1>${heading}</h1><p>${paragraph}</p></body></html>`,
  });
}
