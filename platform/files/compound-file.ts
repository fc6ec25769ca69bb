/** A stream or a storage of a compound file. */
interface CompoundEntry {
  readonly name: string;
  /** Its first sector, or its first mini sector when it is short. */
  readonly start: number;
  readonly size: number;
}

export interface CompoundFile {
  readonly entries: readonly CompoundEntry[];
  /** The bytes of a stream, up to a number; as many as there are when it is cut off. */
  read(entry: CompoundEntry, maxBytes: number): Buffer;
}

export const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Sector numbers from here on end a chain. */
const firstSpecial = 0xfffffffa;
/** Of sectors of the table, beside the header: each is of some 8 MB. */
const maxLists = 50;
const maxEntries = 5000;
const miniSectorBytes = 64;
const sectorsInHeader = 109;

/** The streams of an old Office file ([MS-CFB] 2.2 to 2.6), short ones too; undefined: it is broken. */
export function readCompoundFile(content: Buffer): CompoundFile | undefined {
  if (content.length < 512 || !content.subarray(0, 8).equals(compoundSignature)) return undefined;
  const shift = content.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 1 << shift;
  const uint32 = (at: number) => (at + 4 <= content.length ? content.readUInt32LE(at) : undefined);
  const offsetOf = (sector: number) => (sector + 1) * sectorBytes;
  const tableSectors = listTableSectors(uint32, offsetOf, sectorBytes);
  const perSector = sectorBytes / 4;

  function nextOf(sector: number): number | undefined {
    const tableSector = tableSectors[Math.floor(sector / perSector)];
    return tableSector === undefined ? undefined : uint32(offsetOf(tableSector) + (sector % perSector) * 4);
  }

  /** The bytes of a chain of sectors, up to a number. */
  function readChain(start: number, maxBytes: number): Buffer {
    const parts: Buffer[] = [];
    let length = 0;
    for (let sector: number | undefined = start; sector !== undefined && length < maxBytes; ) {
      if (sector >= firstSpecial || offsetOf(sector) >= content.length) break;
      const part = content.subarray(offsetOf(sector), offsetOf(sector) + sectorBytes);
      parts.push(part);
      length += part.length;
      sector = nextOf(sector);
    }
    return Buffer.concat(parts).subarray(0, maxBytes);
  }

  const entries = readEntries(readChain(content.readUInt32LE(48), maxEntries * 128));
  const [root] = entries;
  if (root === undefined) return undefined;
  const cutoff = content.readUInt32LE(56) || 4096;
  const miniTable = readChain(content.readUInt32LE(60), content.length);
  const miniStream = readChain(root.start, Math.min(root.size, content.length));

  function readMini({ start, size }: CompoundEntry, maxBytes: number): Buffer {
    const most = Math.min(size, maxBytes);
    const parts: Buffer[] = [];
    for (let sector = start, length = 0; sector < firstSpecial && length < most; length += miniSectorBytes) {
      const at = sector * miniSectorBytes;
      if (at >= miniStream.length) break;
      parts.push(miniStream.subarray(at, at + miniSectorBytes));
      if (sector * 4 + 4 > miniTable.length) break;
      sector = miniTable.readUInt32LE(sector * 4);
    }
    return Buffer.concat(parts).subarray(0, most);
  }

  return {
    entries,
    read: (entry, maxBytes) =>
      entry.size < cutoff
        ? readMini(entry, maxBytes)
        : readChain(entry.start, Math.min(entry.size, maxBytes)),
  };
}

/** Sectors of the table of sectors: the first are in the header, the others in a chain of their own. */
function listTableSectors(
  uint32: (at: number) => number | undefined,
  offsetOf: (sector: number) => number,
  sectorBytes: number,
): readonly number[] {
  const sectors: number[] = [];
  const add = (sector: number | undefined) => {
    if (sector !== undefined && sector < firstSpecial) sectors.push(sector);
  };
  for (let index = 0; index < sectorsInHeader; index += 1) add(uint32(76 + index * 4));
  let list = uint32(68);
  for (let round = 0; list !== undefined && list < firstSpecial && round < maxLists; round += 1) {
    const last: number = offsetOf(list) + sectorBytes - 4;
    for (let at = offsetOf(list); at < last; at += 4) add(uint32(at));
    list = uint32(last);
  }
  return sectors;
}

function readEntries(directory: Buffer): readonly CompoundEntry[] {
  const entries: CompoundEntry[] = [];
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const nameBytes = directory.readUInt16LE(at + 64);
    if (nameBytes < 2 || nameBytes > 64) continue;
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes - 2),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}
