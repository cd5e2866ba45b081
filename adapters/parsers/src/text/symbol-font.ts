/** The characters of the Symbol font at 0x20 to 0x7e and at 0xa0 to 0xfe. */
const LOWER =
  " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
const UPPER =
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/** Office programs store the characters of such fonts in this private range. */
const PRIVATE = 0xf000;

/**
 * Returns the character that a code shows in a font of symbols. Only the Symbol font has characters with a meaning in
 * text; the others draw pictures, and give an empty text, except for letters and digits, which can be text in a font
 * that the program did not have.
 */
export function symbolCharacter(code: number, font: string): string {
  if (code > 0xff && (code < PRIVATE || code > PRIVATE + 0xff)) return String.fromCodePoint(code);
  if (!/^symbol/i.test(font)) return code < 0x7f ? String.fromCharCode(code) : "";
  const byte = code & 0xff;
  return (byte < 0xa0 ? LOWER.charAt(byte - 0x20) : UPPER.charAt(byte - 0xa0)) || "";
}
