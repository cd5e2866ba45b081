import type { PassageMetadata, Place } from "@quarry/schema";

/**
 * The place of a passage from its metadata. Imported archives may lack fields, so that each one that every place has gets
 * a value here. The others are copied, because the metadata of a passage may get fields that are not about its place.
 */
export function placeOf(metadata: PassageMetadata): Place {
  const { page, start, end, headings, slide, sheet, rows, ocr, confidence, rectangles } =
    metadata as Partial<Place>;
  const place: Place = { page: page ?? null, start: start ?? 0, end: end ?? 0, headings: headings ?? [] };
  if (slide !== undefined) place.slide = slide;
  if (sheet !== undefined) place.sheet = sheet;
  if (rows !== undefined) place.rows = rows;
  if (ocr !== undefined) place.ocr = ocr;
  if (confidence !== undefined) place.confidence = confidence;
  if (rectangles !== undefined) place.rectangles = rectangles;
  return place;
}
