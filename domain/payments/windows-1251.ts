/** The characters of the bytes 0–255. */
const characters = Array.from(
  new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
);
const UNUSED_BYTE = 0x98;

const byteOfCodePoint = new Map(
  characters.flatMap((character, byte) =>
    byte === UNUSED_BYTE ? [] : [[character.codePointAt(0) ?? 0, byte] as const],
  ),
);

/** The byte of a Unicode code point, or undefined when Windows-1251 lacks it. */
export function windows1251Byte(codePoint: number): number | undefined {
  return byteOfCodePoint.get(codePoint);
}

/** The text in Windows-1251, a byte a character; undefined when a character is not among its 255. */
export function encodeWindows1251(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = windows1251Byte(character.codePointAt(0) ?? -1);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
