/** The attributes of an element, by name. */
export type Attributes = Readonly<Record<string, string | undefined>>;
