import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { decodeWindows1251, encodeWindows1251 } from './windows-1251.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 0x98);

test('every byte of Windows-1251 means what the platform says', () => {
  const platform = new TextDecoder('windows-1251').decode(everyByte);
  expect(decodeWindows1251(everyByte)).toBe(platform);
  expect(encodeWindows1251(platform)).toEqual(everyByte);
});

test('Ukrainian letters and signs have a byte each', () => {
  expect(encodeWindows1251('ҐґЄєІіЇї№’«»')?.length).toBe(12);
});

test('what Windows-1251 does not have is not encoded, and its unused byte is not read', () => {
  expect(encodeWindows1251('₴')).toBeUndefined();
  expect(encodeWindows1251('\u02bc')).toBeUndefined();
  expect(decodeWindows1251(Uint8Array.of(0x98))).toBeUndefined();
});

test('base64url is the same as the platform’s, and comes back', () => {
  for (let length = 1; length < 256; length++) {
    const bytes = everyByte.subarray(255 - length);
    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  }
});

test.each(['', 'A', 'AB=', 'A+', 'A/', 'A B', 'AAAAA'])('%j is not base64url', (text) => {
  expect(fromBase64Url(text)).toBeUndefined();
});
