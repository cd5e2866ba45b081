import type { Namespaces } from "../xml/prefix-scope.ts";

/** The names in a book's XML files, without a prefix except for its metadata. */
export const EPUB_NAMESPACES: Namespaces = {
  "urn:oasis:names:tc:opendocument:xmlns:container": "",
  "http://www.idpf.org/2007/opf": "",
  "http://openebook.org/namespaces/oeb-package/1.0/": "",
  "http://www.daisy.org/z3986/2005/ncx/": "",
  "http://www.w3.org/1999/xhtml": "",
  "http://www.w3.org/2001/04/xmlenc#": "enc",
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://purl.org/dc/elements/1.0/": "dc",
};
