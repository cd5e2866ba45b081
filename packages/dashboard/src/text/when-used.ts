/**
 * A value that is made when it is used first. The first format of dates or numbers makes a browser read its data of
 * languages: some 15 ms, which pages without dates and numbers do not wait for.
 */
export function whenUsed<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
