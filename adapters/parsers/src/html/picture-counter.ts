/** Counts the pictures of a page that are large enough to show text. */
export interface PictureCounter {
  readonly count: number;
  /** An element begins. */
  start(): void;
  /** One of its attributes begins. */
  name(attribute: string): void;
  /** A part of the attribute's value: a range of the page's source. */
  value(source: string, start: number, end: number): void;
  /** The attributes of a picture end. */
  end(): void;
}

/** Smaller pictures are icons and buttons. In pixels of the page. */
const MIN_SIDE_PX = 100;
/** A picture that the page contains as data is an icon if it has fewer characters. */
const MIN_DATA_CHARS = 20_000;

/** A picture counts if its width and height say that it is large, or its data. Without either it may be anything. */
export function createPictureCounter(): PictureCounter {
  let count = 0;
  let attribute = "";
  let sides = { width: 0, height: 0 };
  let dataChars = 0;
  return {
    get count() {
      return count;
    },
    start() {
      sides = { width: 0, height: 0 };
      dataChars = 0;
    },
    name(name) {
      attribute = name.toLowerCase();
    },
    value(source, start, end) {
      if (attribute === "width" || attribute === "height")
        sides[attribute] = Number.parseFloat(source.slice(start, end)) || 0;
      else if (attribute === "src" && source.startsWith("data:image/", start)) dataChars = end - start;
    },
    end() {
      if (Math.min(sides.width, sides.height) >= MIN_SIDE_PX || dataChars >= MIN_DATA_CHARS) count += 1;
    },
  };
}
