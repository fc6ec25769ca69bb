import { expect, test } from 'vitest';
import { photoTypeOf } from './photo-type.ts';

test.each([
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]],
  ['image/webp', [...Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')]],
])('a photo is known as %s by its first bytes', (type, bytes) => {
  expect(photoTypeOf(Buffer.from(bytes))).toBe(type);
});

test.each(['heic', 'mif1', 'avif'])(
  'a picture of the brand %s is one that can be made otherwise',
  (brand) => {
    expect(photoTypeOf(Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1'))).toBe('heic');
  },
);

test.each([
  ['a film in the same container as HEIC', [...Buffer.from('\0\0\0\x18ftypmp42', 'latin1')]],
  ['a PDF', [...Buffer.from('%PDF-1.7')]],
  ['a GIF', [...Buffer.from('GIF89a')]],
  ['a page with a script', [...Buffer.from('<svg onload=alert(1)>')]],
  ['a sound in the same container as WebP', [...Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')]],
  ['nothing', []],
])('%s is no photo', (_, bytes) => {
  expect(photoTypeOf(Buffer.from(bytes))).toBeUndefined();
});
