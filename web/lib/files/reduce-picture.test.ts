import { expect, test } from 'vitest';
import { isHeic } from './reduce-picture.ts';

const file = (head: string) => new Blob([Uint8Array.from(head, (char) => char.charCodeAt(0))]);

test.each(['heic', 'mif1', 'avif'])('isHeic is true for the brand %s', async (brand) =>
  expect(await isHeic(file(`\0\0\0\x18ftyp${brand}\0\0\0\0`))).toBe(true),
);

test.each(['\xff\xd8\xff\xe0\0\x10JFIF\0\x01', '\0\0\0\x18ftypmp42', 'ftypheic', ''])(
  'isHeic is false for content that begins with %j, whatever the file name',
  async (head) => expect(await isHeic(file(head))).toBe(false),
);
