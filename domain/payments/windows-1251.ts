const FIRST_HIGH = 0x80;
const FIRST_LETTER_BYTE = 0xc0;
const FIRST_LETTER_CODE_POINT = 0x410;
const UNUSED = 0;

/** Code points of the bytes 0x80–0xBF; from 0xC0 on, the alphabet runs without a gap. */
const upperHalf = [
  0x0402,
  0x0403,
  0x201a,
  0x0453,
  0x201e,
  0x2026,
  0x2020,
  0x2021,
  0x20ac,
  0x2030,
  0x0409,
  0x2039,
  0x040a,
  0x040c,
  0x040b,
  0x040f,
  0x0452,
  0x2018,
  0x2019,
  0x201c,
  0x201d,
  0x2022,
  0x2013,
  0x2014,
  UNUSED,
  0x2122,
  0x0459,
  0x203a,
  0x045a,
  0x045c,
  0x045b,
  0x045f,
  0x00a0,
  0x040e,
  0x045e,
  0x0408,
  0x00a4,
  0x0490,
  0x00a6,
  0x00a7,
  0x0401,
  0x00a9,
  0x0404,
  0x00ab,
  0x00ac,
  0x00ad,
  0x00ae,
  0x0407,
  0x00b0,
  0x00b1,
  0x0406,
  0x0456,
  0x0491,
  0x00b5,
  0x00b6,
  0x00b7,
  0x0451,
  0x2116,
  0x0454,
  0x00bb,
  0x0458,
  0x0405,
  0x0455,
  0x0457,
];

const codePointOfByte = Array.from({ length: 256 }, (_, byte) => {
  if (byte < FIRST_HIGH) return byte;
  if (byte >= FIRST_LETTER_BYTE) return FIRST_LETTER_CODE_POINT + byte - FIRST_LETTER_BYTE;
  return upperHalf[byte - FIRST_HIGH] ?? UNUSED;
});

const byteOfCodePoint = new Map(codePointOfByte.map((codePoint, byte) => [codePoint, byte]));
byteOfCodePoint.set(0, 0);

/** The byte of a character, or undefined when Windows-1251 does not have it. `codePoint` is a Unicode number. */
export function windows1251Byte(codePoint: number): number | undefined {
  return byteOfCodePoint.get(codePoint);
}

/** The text in Windows-1251, a byte a character; undefined when a character is not among its 255. */
export function encodeWindows1251(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = windows1251Byte(character.codePointAt(0) ?? UNUSED);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** The reverse; undefined when a byte stands for nothing (0x98). */
export function decodeWindows1251(bytes: Uint8Array): string | undefined {
  let text = '';
  for (const byte of bytes) {
    const codePoint = codePointOfByte[byte] ?? UNUSED;
    if (codePoint === UNUSED && byte !== 0) return undefined;
    text += String.fromCodePoint(codePoint);
  }
  return text;
}
