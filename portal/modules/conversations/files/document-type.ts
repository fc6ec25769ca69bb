import { fileTypes } from '#contract/define-call.ts';
import { sentFileTypes } from '#contract/values/file-types.ts';

/** Types of documents that are taken. */
type DocumentType = 'pdf' | 'xlsx' | 'docx' | 'xls' | 'doc' | 'p7s';

const pdfStart = Buffer.from('%PDF-');
const zipStart = Buffer.from('PK\x03\x04', 'latin1');
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The object id of signed data, PKCS #7. */
const signedData = Buffer.from('06092a864886f70d010702', 'hex');

const startsWith = (content: Buffer, start: Buffer) => content.subarray(0, start.length).equals(start);

/**
 * The type of a document by its own bytes; undefined: none that is taken. Encrypted ones and those with macros are not, because
 * nobody can look into them or because they run. Source: facts 5.
 */
export function documentTypeOf(content: Buffer): DocumentType | undefined {
  if (startsWith(content, pdfStart)) return content.includes('/Encrypt') ? undefined : 'pdf';
  if (startsWith(content, zipStart)) return packageTypeOf(content);
  if (startsWith(content, compoundStart)) return compoundTypeOf(content);
  return content[0] === 0x30 && content.subarray(0, 24).includes(signedData) ? 'p7s' : undefined;
}

export const contentTypes: Readonly<Record<DocumentType | 'jpg', string>> = {
  pdf: fileTypes.pdf,
  xlsx: fileTypes.xlsx,
  docx: sentFileTypes.docx,
  xls: sentFileTypes.xls,
  doc: sentFileTypes.doc,
  p7s: sentFileTypes.p7s,
  jpg: sentFileTypes.jpeg,
};

const maxEntries = 5000;
/** Unpacked it would have so many bytes at most, and so many times the size of what came. */
const maxUnpackedBytes = 300 * 1024 * 1024;
const maxRatio = 200;

interface PackageEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly unpacked: number;
}

/** The central directory of a ZIP archive (APPNOTE 4.3.12); undefined: it is broken, divided or of too many files. */
function readEntries(content: Buffer): readonly PackageEntry[] | undefined {
  const end = content.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + 22 > content.length) return undefined;
  const count = content.readUInt16LE(end + 10);
  let offset = content.readUInt32LE(end + 16);
  if (count === 0 || count > maxEntries) return undefined;
  const entries: PackageEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > content.length || content.readUInt32LE(offset) !== 0x02014b50) return undefined;
    const nameLength = content.readUInt16LE(offset + 28);
    entries.push({
      name: content.toString('utf8', offset + 46, offset + 46 + nameLength),
      isEncrypted: (content.readUInt16LE(offset + 8) & 1) === 1,
      unpacked: content.readUInt32LE(offset + 24),
    });
    offset += 46 + nameLength + content.readUInt16LE(offset + 30) + content.readUInt16LE(offset + 32);
  }
  return entries;
}

function packageTypeOf(content: Buffer): DocumentType | undefined {
  const entries = readEntries(content);
  if (entries === undefined || entries.some(({ isEncrypted }) => isEncrypted)) return undefined;
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > maxUnpackedBytes || unpacked > content.length * maxRatio) return undefined;
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const hasMacros = [...names].some((name) => /vba|macro|activex/.test(name));
  if (hasMacros || !names.has('[content_types].xml')) return undefined;
  if (names.has('xl/workbook.xml')) return 'xlsx';
  return names.has('word/document.xml') ? 'docx' : undefined;
}

interface CompoundEntry {
  readonly name: string;
  /** Where its first sector stands in the file. */
  readonly offset: number;
  readonly size: number;
}

/** The directory of a compound file ([MS-CFB] 2.6), by its chain of sectors; undefined: it is broken. */
function readDirectory(content: Buffer): readonly CompoundEntry[] | undefined {
  if (content.length < 512) return undefined;
  const shift = content.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 1 << shift;
  const offsetOf = (sector: number) => (sector + 1) * sectorBytes;
  /** The next sector of a chain, by the first 109 sectors of the table: 7 MB; of a larger file the rest is not reached. */
  function sectorAfter(sector: number): number | undefined {
    const perSector = sectorBytes / 4;
    const index = Math.floor(sector / perSector);
    if (index >= 109) return undefined;
    const position = offsetOf(content.readUInt32LE(76 + index * 4)) + (sector % perSector) * 4;
    return position + 4 <= content.length ? content.readUInt32LE(position) : undefined;
  }
  const entries: CompoundEntry[] = [];
  let sector: number | undefined = content.readUInt32LE(48);
  for (let round = 0; sector !== undefined && sector < 0xfffffffa; round += 1) {
    const start = offsetOf(sector);
    if (round > 200 || start + sectorBytes > content.length) return undefined;
    for (let at = start; at < start + sectorBytes; at += 128) {
      const nameBytes = content.readUInt16LE(at + 64);
      if (nameBytes < 2 || nameBytes > 64) continue;
      entries.push({
        name: content.toString('utf16le', at, at + nameBytes - 2),
        offset: offsetOf(content.readUInt32LE(at + 116)),
        size: content.readUInt32LE(at + 120),
      });
    }
    sector = sectorAfter(sector);
  }
  return sector === undefined ? undefined : entries;
}

/** Shorter streams lie in another one; no program writes such a document. */
const minStreamBytes = 4096;
const filePassRecord = 0x2f;

function compoundTypeOf(content: Buffer): DocumentType | undefined {
  const entries = readDirectory(content);
  if (entries === undefined) return undefined;
  if (entries.some(({ name }) => /vba|macros|encrypt/i.test(name))) return undefined;
  const find = (...names: readonly string[]) =>
    entries.find(
      ({ name, size, offset }) =>
        names.includes(name) && size >= minStreamBytes && offset + minStreamBytes <= content.length,
    );
  const book = find('Workbook', 'Book');
  if (book !== undefined) {
    // After the first record a workbook with a password says so ([MS-XLS] 2.4.117).
    const second = book.offset + 4 + content.readUInt16LE(book.offset + 2);
    const isLocked = second + 2 > content.length || content.readUInt16LE(second) === filePassRecord;
    return isLocked ? undefined : 'xls';
  }
  const document = find('WordDocument');
  // Bit fEncrypted of the base of the file information block ([MS-DOC] 2.5.2).
  if (document === undefined || (content.readUInt16LE(document.offset + 10) & 0x100) !== 0) return undefined;
  return 'doc';
}
