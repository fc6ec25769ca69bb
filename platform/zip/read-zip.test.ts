import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { partNameOf, readZipParts, unpackPart } from './read-zip.ts';
import { withZip64Sizes } from './testing/with-zip64-sizes.ts';

const names = { 'a.xml': Buffer.from('<a/>'.repeat(100)), 'xl\\b.xml': Buffer.from('b') };
const archive = Buffer.from(zipSync(names));

test.each([
  ['plain sizes', archive],
  ['sizes as ZIP64 writes them', withZip64Sizes(archive)],
  ['other bytes in front', Buffer.concat([Buffer.from('%PDF-1.7'), archive])],
])('an archive with %s is read whole', (_, content) => {
  const parts = readZipParts(content, 10) ?? [];
  expect(parts.map(({ name, unpacked }) => [name, unpacked])).toEqual([
    ['a.xml', 400],
    ['xl\\b.xml', 1],
  ]);
  expect(parts.map((part) => unpackPart(content, part).length)).toEqual([400, 1]);
});

test('an archive of more parts than may be, or cut off, has none', () => {
  expect(readZipParts(archive, 1)).toBeUndefined();
  expect(readZipParts(archive.subarray(0, -10), 10)).toBeUndefined();
  expect(readZipParts(Buffer.from('PK\x03\x04'), 10)).toBeUndefined();
});

test('a part that unpacks to more than it says is refused', () => {
  const [part] = readZipParts(archive, 10) ?? [];
  if (part === undefined) return expect.unreachable();
  expect(() => unpackPart(archive, { ...part, unpacked: 10 })).toThrow();
  expect(() => unpackPart(archive, { ...part, offset: 4 })).toThrow('no header');
});

test.each([
  ['xl\\workbook.xml', 'xl/workbook.xml'],
  ['/xl/workbook.xml', 'xl/workbook.xml'],
  ['\\_rels\\.rels', '_rels/.rels'],
])('the part %s is %s', (name, compared) => {
  expect(partNameOf(name)).toBe(compared);
});
