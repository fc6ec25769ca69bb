import { expect, test } from 'vitest';
import { isHeic } from './heic.ts';

const file = (head: string) => new Blob([Uint8Array.from(head, (char) => char.charCodeAt(0))]);

test.each(['heic', 'mif1', 'avif'])('a photo of the brand %s is known before it is sent', async (brand) => {
  expect(await isHeic(file(`\0\0\0\x18ftyp${brand}\0\0\0\0`))).toBe(true);
});

test.each(['\xff\xd8\xff\xe0\0\x10JFIF\0\x01', '\0\0\0\x18ftypmp42', 'ftypheic', ''])(
  'a file that begins with %j is no such photo, whatever its name says',
  async (head) => {
    expect(await isHeic(file(head))).toBe(false);
  },
);
