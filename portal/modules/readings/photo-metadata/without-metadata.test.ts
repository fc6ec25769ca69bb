import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpegSegment, makeJpeg } from '#portal/testing/make-picture.ts';
import { exifOf, type Orientation, orientationIn } from './orientation.ts';
import { withoutMetadata } from './without-metadata.ts';

const place = 'GPS 50.4501 N 30.5234 E';
const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Exif as a camera writes it: maker, orientation and place, in either order of bytes. */
function cameraExif(orientation: Orientation, order: 'II' | 'MM' = 'MM'): Buffer {
  const isLittle = order === 'II';
  const number = (value: number, bytes: 2 | 4) => {
    const field = Buffer.alloc(bytes);
    if (bytes === 2) isLittle ? field.writeUInt16LE(value) : field.writeUInt16BE(value);
    else isLittle ? field.writeUInt32LE(value) : field.writeUInt32BE(value);
    return field;
  };
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([number(tag, 2), number(type, 2), number(count, 4), value]);
  return Buffer.concat([
    Buffer.from(order, 'latin1'),
    number(42, 2),
    number(8, 4),
    number(3, 2),
    entry(0x010f, 2, 4, Buffer.from('Cam\0')),
    entry(0x0112, 3, 1, Buffer.concat([number(orientation, 2), number(0, 2)])),
    entry(0x8825, 4, 1, number(50, 4)),
    number(0, 4),
    Buffer.from(place),
  ]);
}

const exifSegment = (exif: Buffer) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]));

function chunk(type: string, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), bytes, Buffer.alloc(4)]);
  framed.writeUInt32BE(bytes.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = chunk('IHDR', Buffer.alloc(13));
const pixels = chunk('IDAT', 'pixels');
const end = chunk('IEND', '');
const makePng = (...before: readonly Buffer[]) =>
  Buffer.concat([pngSignature, header, ...before, pixels, end]);

function riffChunk(type: string, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

function makeWebp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

const extendedHead = (flags: number) => riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]));
const webpPixels = riffChunk('VP8 ', 'pixel');

describe('JPEG', () => {
  test('place, device, comment and everything of the phone’s own are gone, the picture is as it was', () => {
    const photo = makeJpeg(
      exifSegment(cameraExif(1)),
      jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${place}`),
      jpegSegment(0xe2, `MPF\0${place}`),
      jpegSegment(0xed, `Photoshop 3.0\0${place}`),
      jpegSegment(0xfe, place),
    );
    expect(withoutMetadata(photo, 'image/jpeg')).toEqual(makeJpeg());
  });

  test('a second picture or a film after the end is gone with its own place', () => {
    const photo = Buffer.concat([makeJpeg(), makeJpeg(exifSegment(cameraExif(6))), Buffer.from(place)]);
    expect(withoutMetadata(photo, 'image/jpeg')).toEqual(makeJpeg());
  });

  test('what the colours need stays', () => {
    const photo = makeJpeg(
      jpegSegment(0xe0, 'JFIF\0\x01\x02'),
      jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01sRGB'),
      jpegSegment(0xee, 'Adobe\0d'),
    );
    expect(withoutMetadata(photo, 'image/jpeg')).toEqual(photo);
  });

  test.each(orientations.flatMap((one) => [[one, 'II'] as const, [one, 'MM'] as const]))(
    'how it is turned (%i, %s) is kept, alone',
    (orientation, order) => {
      const photo = makeJpeg(exifSegment(cameraExif(orientation, order)));
      const cleaned = withoutMetadata(photo, 'image/jpeg');
      expect(cleaned).toEqual(orientation === 1 ? makeJpeg() : makeJpeg(exifSegment(exifOf(orientation))));
      expect(orientationIn(exifOf(orientation))).toBe(orientation);
    },
  );

  test.each([
    ['its head alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['cut off in a segment', makeJpeg(exifSegment(cameraExif(1))).subarray(0, 20)],
    ['cut off in the picture', makeJpeg().subarray(0, -2)],
    ['without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['with a segment shorter than its own length', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 1, 0, 0])],
  ])('a JPEG %s is refused', (_, content) => {
    expect(withoutMetadata(content, 'image/jpeg')).toBeUndefined();
  });
});

describe('PNG', () => {
  test('place, texts, time and what stands after the end are gone, the picture is as it was', () => {
    const photo = makePng(
      chunk('eXIf', cameraExif(1)),
      chunk('tEXt', `Comment\0${place}`),
      chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${place}`),
      chunk('zTXt', place),
      chunk('tIME', Buffer.alloc(7)),
    );
    expect(withoutMetadata(Buffer.concat([photo, Buffer.from(place)]), 'image/png')).toEqual(makePng());
  });

  test('how it is turned is kept, alone', () => {
    const photo = makePng(chunk('eXIf', cameraExif(6, 'II')), chunk('gAMA', '\0\0\x01\x01'));
    expect(withoutMetadata(photo, 'image/png')).toEqual(
      makePng(chunk('gAMA', '\0\0\x01\x01'), chunk('eXIf', exifOf(6))),
    );
  });

  test.each([
    ['its signature alone', pngSignature],
    ['without its end', makePng().subarray(0, -12)],
    ['that begins with another chunk', Buffer.concat([pngSignature, pixels, end])],
    ['without a picture', Buffer.concat([pngSignature, header, end])],
  ])('a PNG %s is refused', (_, content) => {
    expect(withoutMetadata(content, 'image/png')).toBeUndefined();
  });
});

describe('WebP', () => {
  test('place and description are gone and the head no longer tells of them', () => {
    const photo = makeWebp(
      extendedHead(0x2c),
      webpPixels,
      riffChunk('EXIF', cameraExif(1)),
      riffChunk('XMP ', place),
      riffChunk('LOC ', place),
    );
    const cleaned = withoutMetadata(Buffer.concat([photo, Buffer.from(place)]), 'image/webp');
    expect(cleaned).toEqual(makeWebp(extendedHead(0x20), webpPixels));
  });

  test('how it is turned is kept, alone, also when it was told with the head of a JPEG', () => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), cameraExif(8)]);
    const photo = makeWebp(extendedHead(0x08), webpPixels, riffChunk('EXIF', exif));
    expect(withoutMetadata(photo, 'image/webp')).toEqual(
      makeWebp(extendedHead(0x08), webpPixels, riffChunk('EXIF', exifOf(8))),
    );
  });

  test.each([
    ['its head alone', makeWebp()],
    ['shorter than it says', makeWebp(webpPixels).subarray(0, -4)],
    ['that moves', makeWebp(extendedHead(0x02), riffChunk('ANIM', ''), riffChunk('ANMF', 'x'))],
    ['with a chunk longer than itself', makeWebp(Buffer.from('VP8 \xff\0\0\0', 'latin1'))],
  ])('a WebP %s is refused', (_, content) => {
    expect(withoutMetadata(content, 'image/webp')).toBeUndefined();
  });
});

test.each([
  ['image/jpeg', makeJpeg(exifSegment(cameraExif(6)))],
  ['image/png', makePng(chunk('eXIf', cameraExif(6)))],
  ['image/webp', makeWebp(extendedHead(8), webpPixels, riffChunk('EXIF', cameraExif(6)))],
] as const)('%s spoilt anywhere is refused or cleaned, never a fault', (type, photo) => {
  const spoils = fc.array(fc.tuple(fc.nat(photo.length - 1), fc.nat(255)), { maxLength: 4 });
  const property = fc.property(spoils, fc.nat(photo.length), (changes, length) => {
    const spoilt = Buffer.from(photo);
    for (const [at, byte] of changes) spoilt[at] = byte;
    const cleaned = withoutMetadata(spoilt.subarray(0, length), type);
    expect(cleaned?.length ?? 0).toBeLessThan(photo.length + 40);
  });
  void fc.assert(property, { numRuns: 2000 });
});
