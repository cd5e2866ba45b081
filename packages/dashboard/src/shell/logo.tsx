/** The mark: layers of stone. */
export function Logo() {
  return (
    <svg className="logo" width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <path className="logo-low" d="M4 21.500 16 27.500 28 21.500 16 15.500Z" />
      <path className="logo-middle" d="M4 16 16 22 28 16 16 10Z" />
      <path className="logo-top" d="M4 10.500 16 16.500 28 10.500 16 4.500Z" />
    </svg>
  );
}
