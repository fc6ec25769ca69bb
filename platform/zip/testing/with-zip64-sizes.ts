import { readZipParts } from '../read-zip.ts';

/** The same archive as programs write it that always use ZIP64: sizes and places stand in the extra field of the directory. */
export function withZip64Sizes(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const start = archive.readUInt32LE(end + 16);
  const headers: Buffer[] = [];
  let at = start;
  for (const part of readZipParts(archive, 1000) ?? []) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const header = Buffer.from(archive.subarray(at, nameEnd));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [index, value] of [part.unpacked, part.packed, part.offset].entries())
      extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
    for (const field of [20, 24, 42]) header.writeUInt32LE(0xffffffff, field);
    header.writeUInt16LE(extra.length, 30);
    header.writeUInt16LE(0, 32);
    headers.push(header, extra);
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  const directory = Buffer.concat(headers);
  const last = Buffer.from(archive.subarray(end));
  last.writeUInt32LE(directory.length, 12);
  return Buffer.concat([archive.subarray(0, start), directory, last]);
}
