const PATHS = {
  layers: "M12 3 3 8l9 5 9-5-9-5Zm-9 9 9 5 9-5M3 16l9 5 9-5",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 5 5",
  spark: "M12 3v4m0 10v4M3 12h4m10 0h4M6 6l2.5 2.5m7 7L18 18m0-12-2.5 2.5m-7 7L6 18",
  key: "M8 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 1L20 4m-4 4 3 3",
  people:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 20c0-3.5 2.7-5.5 6-5.5s6 2 6 5.5M16 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.8c2.1.6 3.5 2.4 3.5 5.2",
  gauge: "M4 18a9 9 0 1 1 16 0M12 14l4-5",
  plus: "M12 5v14M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5 10 17 19 7",
  alert: "M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.7h.01",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v4.5l3 2",
  upload: "M12 16V5m-4.5 4L12 4.5 16.5 9M5 16v3h14v-3",
  trash: "M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7M10 11v5m4-5v5",
  retry: "M19 12a7 7 0 1 1-2-4.9M17.5 3v4.5H13",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10-6.5-10-6.5Z",
  back: "M14.5 5.5 8 12l6.5 6.5",
  chevron: "M7 10l5 5 5-5",
  external: "M13 5h6v6M19 5l-9 9M16 14v5H5V8h5",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  folder: "M3.5 6h6l2 2.5h9V19h-17V6Z",
  book: "M5 4.5h11a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3V4.5ZM5 17a3 3 0 0 1 3-2.5h11",
  "file-text": "M6 3.5h8l4 4V20.5H6v-17ZM14 3.5v4h4M9 12h6M9 16h6",
  database:
    "M12 3.5c4.4 0 8 1.2 8 2.8S16.4 9 12 9 4 7.900 4 6.300s3.600-2.800 8-2.800ZM4 6.300v11.400c0 1.600 3.600 2.800 8 2.800s8-1.200 8-2.800V6.300M4 12c0 1.600 3.600 2.800 8 2.800s8-1.200 8-2.800",
  package: "M12 3 4 7v10l8 4 8-4V7l-8-4ZM4 7l8 4 8-4M12 11v10M8 5l8 4",
  archive: "M4 4.500h16v4H4zM5.500 8.500h13v11h-13zM10 12.500h4",
  briefcase: "M3.500 8h17v11.500h-17zM9 8V5h6v3M3.500 13h17",
  inbox: "M3.500 13 6.500 5h11l3 8v6.500h-17V13Zm0 0H9a3 3 0 0 0 6 0h5.500",
  box: "M4 6h16v13H4zM4 10h16M10 13.500h4",
  plug: "M9 3v5m6-5v5M6.500 8h11v3a5.500 5.500 0 0 1-11 0V8Zm5.500 8.500V21",
  send: "M20.500 4 3.500 10.500l6.500 3 3 6.500L20.500 4ZM10 13.500 20.500 4",
  target:
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Zm0 4.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0 4h.01",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.500v2m0 15v2M2.500 12h2m15 0h2",
  globe:
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM3.500 12h17M12 3.500c5 4.900 5 12.100 0 17-5-4.900-5-12.100 0-17Z",
} as const;

/** Icons that point the way that people read. */
const ARROWS: readonly string[] = ["back", "external", "send"];

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** A line icon. It is decoration: the text beside it or the label of its button says what it means. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={ARROWS.includes(name) ? "icon arrow" : "icon"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.75 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
