import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { jpegSegment } from '#portal/testing/make-picture.ts';

/** Stands in the metadata of pictures that are taken: no byte of it may be kept. */
export const secretPlace = 'GPS 50.4501 N 30.5234 E';

export interface HostilePicture {
  readonly name: string;
  /** What is sent; a text is sent as it is, bytes as base64. */
  readonly content: Buffer;
  readonly becomes:
    | 'cleaned'
    | 'files.damaged'
    | 'files.tooManyPixels'
    | 'readings.photoRefused'
    | 'readings.photoHeic';
}

const named = (pictures: Readonly<Record<string, Buffer>>, becomes: HostilePicture['becomes']) =>
  Object.entries(pictures).map(([name, content]): HostilePicture => ({ name, content, becomes }));

const mebibyte = 1024 * 1024;

function pngChunk(type: string, body: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), bytes, Buffer.alloc(4)]);
  framed.writeUInt32BE(bytes.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngHeader(width: number, height: number, depth = 8, colour = 0, interlace = 0): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([depth, colour, 0, 0, interlace], 8);
  return pngChunk('IHDR', body);
}

/** Grey pixels, all of them nought. */
function greyPng(width: number, height: number, ...before: readonly Buffer[]): Buffer {
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height), { level: 9 }));
  return Buffer.concat([pngSignature, pngHeader(width, height), ...before, pixels, pngChunk('IEND')]);
}

/** A zlib stream of so many noughts. */
const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });

function riffChunk(type: string, body: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

function webp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

function repeated(part: Buffer, times: number): Buffer {
  return Buffer.alloc(part.length * times, part);
}

/** EXIF in big-endian order with these entries of 12 bytes each, and what its directory says comes next. */
function exif(count: number, entries: Buffer, next: number): Buffer {
  const head = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0', 'latin1');
  head.writeUInt16BE(count, head.length - 2);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(next);
  return jpegSegment(0xe1, Buffer.concat([head, entries, end, Buffer.from(secretPlace)]));
}

function orientation(value: number): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0]);
  entry.writeUInt16BE(value, 8);
  return entry;
}

function frame(width: number, height: number, { marker = 0xc0, components = 1 } = {}): Buffer {
  const body = Buffer.alloc(6 + 3 * components);
  body[0] = 8;
  body.writeUInt16BE(height, 1);
  body.writeUInt16BE(width, 3);
  body[5] = components & 0xff;
  for (let n = 0; n < components; n += 1) body.set([n + 1, 0x11, 0], 6 + 3 * n);
  return jpegSegment(marker, body);
}

const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const scan = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
const tinyScan = Buffer.from([0xff, 0xda, 0, 3, 0, 1, 1]);

/** Pictures that a stranger may send: none may hold up the server, and of none more than pixels may be kept. */
export async function makeHostilePictures(): Promise<readonly HostilePicture[]> {
  const noise = { create: { width: 64, height: 48, channels: 3, background: '#a33' } } as const;
  const jpeg = await sharp(noise).jpeg().toBuffer();
  const progressive = await sharp(noise).jpeg({ progressive: true }).toBuffer();
  const cmyk = await sharp(noise).toColourspace('cmyk').jpeg().toBuffer();
  const png = await sharp(noise).png().toBuffer();
  const webpPhoto = await sharp(noise).webp().toBuffer();
  const webpPixels = webpPhoto.subarray(12);
  const animated = webp(
    riffChunk('VP8X', Buffer.from([0x02, 0, 0, 0, 63, 0, 0, 47, 0, 0])),
    riffChunk('ANIM', Buffer.alloc(6)),
    riffChunk(
      'ANMF',
      Buffer.concat([Buffer.alloc(6), Buffer.from([63, 0, 0, 47, 0, 0, 0, 0, 0, 0]), webpPixels]),
    ),
  );
  const tiff = await sharp(noise).tiff().toBuffer();
  const gif = await sharp(noise).gif().toBuffer();
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const withSegments = (...segments: readonly Buffer[]) =>
    Buffer.concat([start, ...segments, jpeg.subarray(2)]);
  const lastScan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
  const iso = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1');

  const cleaned: Readonly<Record<string, Buffer>> = {
    'a JPEG with a place, a device and a comment': withSegments(
      exif(1, orientation(6), 0),
      jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secretPlace}`),
      jpegSegment(0xed, `Photoshop 3.0\0${secretPlace}`),
      jpegSegment(0xfe, secretPlace),
    ),
    'a JPEG with 4 MB of segments of its maker': withSegments(
      ...Array.from({ length: 64 }, () => jpegSegment(0xe4, Buffer.alloc(65_000, secretPlace))),
    ),
    'a JPEG that is an archive too': Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${secretPlace}`, 'latin1')]),
    'a JPEG with a film after its end': Buffer.concat([jpeg, Buffer.alloc(3 * mebibyte, secretPlace)]),
    'a JPEG with a second picture after its end': Buffer.concat([
      jpeg,
      withSegments(jpegSegment(0xfe, secretPlace)),
    ]),
    'a JPEG that is a page too': withSegments(jpegSegment(0xfe, `--><script>${secretPlace}</script>`)),
    'a JPEG that is a program too': withSegments(jpegSegment(0xe1, `Exif\0\0<?php ${secretPlace} ?>`)),
    'a JPEG whose EXIF leads to itself': withSegments(exif(1, orientation(6), 8)),
    'a JPEG whose EXIF says more than it has': withSegments(exif(65_535, orientation(3), 0)),
    'a JPEG that is turned in no way': withSegments(exif(1, orientation(99), 0)),
    'a JPEG with a broken profile of colours': withSegments(
      jpegSegment(0xe2, `ICC_PROFILE\0\x01\x01${secretPlace}`),
    ),
    'a JPEG in four colours': cmyk,
    'a progressive JPEG': progressive,
    'a PNG of 36 megapixels': greyPng(6000, 6000),
    'a PNG with 1,900 texts': greyPng(8, 8, repeated(pngChunk('tEXt', `a\0${secretPlace}`), 1900)),
    'a PNG with a text that unpacks to 64 MB': greyPng(
      8,
      8,
      pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), bomb(64 * mebibyte)])),
    ),
    'a PNG with animation': greyPng(8, 8, pngChunk('acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0]))),
    'a WebP with 4 MB beside the picture': webp(
      riffChunk('VP8X', Buffer.from([0x08, 0, 0, 0, 63, 0, 0, 47, 0, 0])),
      webpPixels,
      riffChunk('EXIF', Buffer.alloc(4 * mebibyte, secretPlace)),
    ),
    'a WebP with a page after its end': Buffer.concat([webpPhoto, Buffer.from(`<script>${secretPlace}`)]),
  };

  const tooLarge: Readonly<Record<string, Buffer>> = {
    'a JPEG of 65,500 × 65,500': Buffer.concat([start, frame(65_500, 65_500), scan, Buffer.alloc(9), end]),
    'a PNG of 60,000 × 60,000': Buffer.concat([
      pngSignature,
      pngHeader(60_000, 60_000),
      pngChunk('IDAT', bomb(mebibyte)),
      pngChunk('IEND'),
    ]),
    'a PNG of 53 megapixels': greyPng(8200, 6500),
  };

  const damaged: Readonly<Record<string, Buffer>> = {
    'a JPEG of 700,000 scans': Buffer.concat([start, frame(8, 8), repeated(tinyScan, 700_000), end]),
    'a JPEG of 100,000 comments': withSegments(repeated(jpegSegment(0xfe, 'x'), 100_000)),
    'a JPEG of 1,000 tables': withSegments(repeated(jpegSegment(0xdb, Buffer.alloc(65)), 1000)),
    'a progressive JPEG of 60 scans': Buffer.concat([
      progressive.subarray(0, -2),
      repeated(progressive.subarray(lastScan, -2), 60),
      end,
    ]),
    'a JPEG with two frames': withSegments(frame(8, 8)),
    'a JPEG without a frame': Buffer.concat([start, scan, Buffer.from([1, 2]), end]),
    'a JPEG of 255 components': Buffer.concat([
      start,
      frame(8, 8, { components: 255 }),
      scan,
      Buffer.alloc(9),
      end,
    ]),
    'a JPEG without pixels in one way': Buffer.concat([start, frame(8, 0), scan, Buffer.alloc(9), end]),
    'a JPEG without loss': Buffer.concat([start, frame(8, 8, { marker: 0xc3 }), scan, Buffer.alloc(9), end]),
    'a JPEG of arithmetic codes without tables': Buffer.concat([
      start,
      frame(8, 8, { marker: 0xc9 }),
      scan,
      Buffer.alloc(9),
      end,
    ]),
    'a JPEG without tables': Buffer.concat([start, frame(8, 8), scan, Buffer.alloc(9), end]),
    'a JPEG cut off in its scan': jpeg.subarray(0, Math.floor(jpeg.length * 0.9)),
    'a JPEG without its end': jpeg.subarray(0, -2),
    'a JPEG with a segment of length nought': withSegments(Buffer.from([0xff, 0xe1, 0, 0])),
    'a JPEG with a segment beyond its end': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xe1, 0xff, 0xff]),
    ]),
    'a JPEG of fill bytes': Buffer.concat([start, Buffer.alloc(4.9 * mebibyte, 0xff)]),
    'a JPEG of stuffed bytes': Buffer.concat([
      start,
      frame(8, 8),
      scan,
      Buffer.alloc(4.9 * mebibyte, Buffer.from([0xff, 0])),
    ]),
    'a JPEG of restarts': Buffer.concat([
      start,
      frame(8, 8),
      scan,
      Buffer.alloc(4.9 * mebibyte, Buffer.from([0xff, 0xd0])),
    ]),
    'a PNG of 400,000 empty parts': Buffer.concat([
      pngSignature,
      pngHeader(8, 8),
      repeated(pngChunk('IDAT'), 400_000),
      pngChunk('IEND'),
    ]),
    'a PNG of 2,147,483,647 × 2,147,483,647': Buffer.concat([
      pngSignature,
      pngHeader(0x7fffffff, 0x7fffffff),
      pngChunk('IDAT', bomb(100)),
      pngChunk('IEND'),
    ]),
    'a PNG without pixels': Buffer.concat([
      pngSignature,
      pngHeader(0, 0),
      pngChunk('IDAT'),
      pngChunk('IEND'),
    ]),
    'a PNG with a wrong check of its header': Buffer.concat([
      pngSignature,
      pngHeader(8, 8).subarray(0, -4),
      Buffer.alloc(4),
      greyPng(8, 8).subarray(33),
    ]),
    'a PNG whose pixels end early': Buffer.concat([
      pngSignature,
      pngHeader(600, 600),
      pngChunk('IDAT', bomb(1000)),
      pngChunk('IEND'),
    ]),
    'a PNG without its end': png.subarray(0, -12),
    'a PNG with two headers': greyPng(8, 8, pngHeader(8, 8)),
    'a PNG with a part of 4 GB': Buffer.concat([pngSignature, pngHeader(8, 8), Buffer.alloc(12, 0xff)]),
    'a PNG of a palette without one': Buffer.concat([
      pngSignature,
      pngHeader(8, 8, 8, 3),
      pngChunk('IDAT', bomb(72)),
      pngChunk('IEND'),
    ]),
    'a PNG cut off': png.subarray(0, 60),
    'a WebP of 600,000 empty parts': webp(repeated(riffChunk('VP8 '), 600_000)),
    'a WebP of two pictures': webp(webpPixels, webpPixels),
    'a WebP with animation': animated,
    'a WebP that says it is larger': Buffer.concat([webp(webpPixels).subarray(0, -2)]),
    'a WebP with a part beyond its end': webp(
      Buffer.concat([Buffer.from('VP8 ', 'latin1'), Buffer.alloc(4, 0x7f)]),
    ),
    'a WebP of noise': webp(riffChunk('VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]))),
    'a WebP without a picture': webp(riffChunk('EXIF', 'x')),
    'an SVG that begins like a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
    'a GIF behind the signature of a PNG': Buffer.concat([pngSignature, gif]),
    'a JPEG behind the signature of a WebP': Buffer.concat([
      Buffer.from('RIFF\xff\xff\0\0WEBP', 'latin1'),
      jpeg,
    ]),
  };

  const others: Readonly<Record<string, Buffer>> = {
    'a GIF': gif,
    'an SVG': svg,
    'a TIFF': tiff,
    'a BMP': Buffer.from('BM\x3a\0\0\0\0\0\0\0', 'latin1'),
    'an ICO': Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]),
    'a PDF': Buffer.from('%PDF-1.7'),
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'an archive': Buffer.from('PK\x03\x04', 'latin1'),
    'a program': Buffer.from('\x7fELF', 'latin1'),
    'a sound': Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'),
    'a film': iso('mp42'),
    'one byte': Buffer.from([0xff]),
    'noise of 5 MB': Buffer.alloc(4.9 * mebibyte, 'not a picture'),
    'more than 5 MB': Buffer.concat([jpeg, Buffer.alloc(5 * mebibyte)]),
    '6 MB that begin like a JPEG': Buffer.concat([jpeg.subarray(0, 400), Buffer.alloc(6_000_000, 'A')]),
    '6 MB of spaces': Buffer.alloc(6_000_000, ' '),
    'a JPEG as base64': Buffer.from(jpeg.toString('base64')),
    'the end of a form before a JPEG': Buffer.concat([Buffer.from('\r\n--x--\r\n'), jpeg]),
    nothing: Buffer.alloc(0),
  };

  return [
    ...named(cleaned, 'cleaned'),
    ...named(tooLarge, 'files.tooManyPixels'),
    ...named(damaged, 'files.damaged'),
    ...named(others, 'readings.photoRefused'),
    ...['heic', 'mif1', 'avif'].map((brand) => ({
      name: `a picture of the brand ${brand}`,
      content: iso(brand),
      becomes: 'readings.photoHeic' as const,
    })),
  ];
}
