/** A segment of a JPEG. */
export function jpegSegment(marker: number, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** A JPEG in form, with segments of one's own before the picture; its picture is no picture. */
export function makeJpeg(...before: readonly Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...before,
    jpegSegment(0xdb, 'tables'),
    jpegSegment(0xda, 'scan'),
    // A stuffed byte and a restart belong to the picture.
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd3, 4]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The smallest photo that is taken. */
export const smallJpeg = makeJpeg();
