import { expect, test } from 'vitest';
import { toBase64Url } from './nbu-qr-values.ts';
import { fromBase64Url } from './testing/parse-nbu-qr.ts';
import { encodeWindows1251 } from './windows-1251.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 0x98);

test('encodeWindows1251 agrees with TextDecoder for every byte', () => {
  const platform = new TextDecoder('windows-1251').decode(everyByte);
  expect(encodeWindows1251(platform)).toEqual(everyByte);
});

test('encodeWindows1251 uses one byte for Ukrainian letters and signs', () => {
  expect(encodeWindows1251('ҐґЄєІіЇї№’«»')?.length).toBe(12);
});

test('encodeWindows1251 refuses other characters', () => {
  expect(encodeWindows1251('₴')).toBeUndefined();
  expect(encodeWindows1251('\u02bc')).toBeUndefined();
});

test('base64url equals that of Buffer and round-trips', () => {
  for (let length = 1; length < 256; length++) {
    const bytes = everyByte.subarray(255 - length);
    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  }
});

test.each(['', 'A', 'AB=', 'A+', 'A/', 'A B', 'AAAAA'])('fromBase64Url refuses %j', (text) => {
  expect(fromBase64Url(text)).toBeUndefined();
});
