import { unpackPart, type ZipPart } from '../zip/read-zip.ts';
import { type CompoundFile, readCompoundFile } from './compound-file.ts';
import { type FileKind, fileKindOf, packageParts } from './file-kind.ts';
import { findPdfProblem } from './pdf-problem.ts';

/** Why a document is not safe to open, or can't be read at all. */
export type FileProblem =
  | 'damaged'
  | 'encrypted'
  | 'tooComplex'
  | 'macros'
  | 'remoteContent'
  | 'embeddedObject'
  | 'dataExchange'
  | 'actions'
  | 'embeddedFile'
  | 'secondFormat';

export interface RecognisedFile {
  readonly kind: FileKind;
  /** Undefined: none was found. */
  readonly problem: FileProblem | undefined;
}

/** What a document is and what of it would run, fetch or hide something when it is opened. Runs in a worker process. */
export function recogniseFile(bytes: Uint8Array): RecognisedFile {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = fileKindOf(content);
  try {
    return { kind, problem: problemOf(content, kind) };
  } catch {
    return { kind, problem: 'damaged' };
  }
}

function problemOf(content: Buffer, kind: FileKind): FileProblem | undefined {
  switch (kind) {
    case 'pdf':
      return findPdfProblem(content);
    case 'xlsx':
    case 'docx':
    case 'asice':
    case 'asiceXades':
      return findPackageProblem(content);
    case 'xls':
      return findWorkbookProblem(content);
    case 'doc':
      return findDocumentProblem(content);
    case 'lockedOffice':
      return 'encrypted';
    default:
      return undefined;
  }
}

/** Unpacked a package has so many bytes at most, and so many times the size of what came. */
const maxUnpackedBytes = 300 * 1024 * 1024;
const maxRatio = 200;
/** Of the parts that are read. */
const maxReadBytes = 60 * 1024 * 1024;

const typesPart = '[content_types].xml';
const macroNames = /(^|\/)(vbaproject[^/]*\.bin|vbadata\.xml)$|(^|\/)(macrosheets|activex)\//;
const macroTypes = /macrosheet|macroEnabled|vbaProject|activeX/i;
/** A workbook under a chart is data of the chart; whatever else is embedded opens by itself. */
const embeddedNames = /(^|\/)embeddings\/.*(?<!\.xlsx)$/;
/** Parts whose texts are read: relations, types, links and what has fields. */
const readNames = /\.rels$|^\[content_types\]\.xml$|^xl\/externallinks\/|^word\/[^/]*\.xml$/;

function findPackageProblem(content: Buffer): FileProblem | undefined {
  const parts = packageParts(content);
  if (parts === undefined) return 'damaged';
  const all = [...parts];
  if (all.some(([, { isEncrypted }]) => isEncrypted)) return 'encrypted';
  const unpacked = all.reduce((sum, [, part]) => sum + part.unpacked, 0);
  if (unpacked > maxUnpackedBytes || unpacked > content.length * maxRatio) return 'tooComplex';
  if (all.some(([name]) => macroNames.test(name))) return 'macros';
  if (all.some(([name]) => embeddedNames.test(name))) return 'embeddedObject';
  const read = all.filter(([name]) => readNames.test(name));
  if (read.reduce((sum, [, part]) => sum + part.unpacked, 0) > maxReadBytes) return 'tooComplex';
  const names = all.map(([name]) => name);
  return findFirst(read, ([name, part]) => {
    const text = textOf(content, part);
    return name === typesPart ? findTypeProblem(text, names) : findPartProblem(name, text);
  });
}

/** Types of one part, and of every part with an ending, which some programs list without having such parts. */
function findTypeProblem(text: string, names: readonly string[]): FileProblem | undefined {
  for (const [tag] of text.matchAll(/<(?:\w+:)?(?:Default|Override)\s[^>]*>/g)) {
    if (!macroTypes.test(attributeOf(tag, 'ContentType'))) continue;
    const ending = attributeOf(tag, 'Extension').toLowerCase();
    if (ending === '' || names.some((name) => name.endsWith(`.${ending}`))) return 'macros';
  }
  return undefined;
}

function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found?.[1] ?? found?.[2] ?? '';
}

function findFirst<Item>(
  items: readonly Item[],
  find: (item: Item) => FileProblem | undefined,
): FileProblem | undefined {
  for (const item of items) {
    const problem = find(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The text of an XML part with its entities of characters decoded: a name may be written by them. */
function textOf(content: Buffer, part: ZipPart): string {
  const bytes = unpackPart(content, part);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes
    .toString(isUtf16 ? 'utf16le' : 'utf8')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex: string | undefined, decimal: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code < 0x110000 ? String.fromCodePoint(code) : whole;
    });
}

function findPartProblem(name: string, text: string): FileProblem | undefined {
  if (name.endsWith('.rels')) return findRelationProblem(text);
  if (name.startsWith('xl/externallinks/'))
    return /<(\w+:)?ddeLink\b/.test(text) ? 'dataExchange' : undefined;
  return findFieldProblem(text);
}

/** A path of the disk of who wrote the document, such as that of a template, leads nowhere else. */
const isLocal = (target: string) =>
  /^file:\/{3}[A-Za-z]:|^[A-Za-z]:[\\/]/i.test(target) || !/^(\w[\w+.-]*:|\\\\|\/\/)/.test(target);

function findRelationProblem(text: string): FileProblem | undefined {
  for (const [tag] of text.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    const type = attributeOf(tag, 'Type');
    if (/\/(vbaProject|xlMacrosheet|xlIntlMacrosheet|attachedToolbars)$/i.test(type)) return 'macros';
    if (/\/(oleObject|control)$/i.test(type)) return 'embeddedObject';
    const isFetched = attributeOf(tag, 'TargetMode') === 'External' && !/\/hyperlink$/i.test(type);
    if (isFetched && !isLocal(attributeOf(tag, 'Target'))) return 'remoteContent';
  }
  return undefined;
}

/** Fields of a text document: their instruction may be written in pieces. */
function findFieldProblem(text: string): FileProblem | undefined {
  const simple = [...text.matchAll(/w:instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  const pieces = text
    .split(/<w:fldChar\b/)
    .map((part) => [...part.matchAll(/<w:instrText\b[^>]*>([^<]*)</g)].map(([, piece]) => piece).join(''));
  const instructions = [...simple, ...pieces];
  if (instructions.some((one) => /^\s*DDE(AUTO)?\b/i.test(one))) return 'dataExchange';
  return instructions.some((one) => /^\s*INCLUDE(TEXT|PICTURE)\s+"?\s*(\w{2,}:|\\\\|\/\/)/i.test(one))
    ? 'remoteContent'
    : undefined;
}

/** Objects of other programs lie in storages of these names ([MS-XLS] 2.1.4, [MS-DOC] 2.1.8). */
const objectNames = /^.?Ole10Native$|^(MBD[0-9A-F]{8}|LNK[0-9A-F]{8}|_\d{9,10})$/;
const macroStorages = /^(_VBA_PROJECT.*|VBA|Macros)$/i;

function findStorageProblem({ entries }: CompoundFile): FileProblem | undefined {
  if (entries.some(({ name }) => /^Encrypt(edPackage|ionInfo)$/i.test(name))) return 'encrypted';
  if (entries.some(({ name }) => macroStorages.test(name))) return 'macros';
  return entries.some(({ name }) => objectNames.test(name)) ? 'embeddedObject' : undefined;
}

const records = { end: 0x0a, externSheet: 0x17, filePass: 0x2f, boundSheet: 0x85, supBook: 0x1ae };
/** Kinds of sheets that are programs: Excel 4.0 macros, Visual Basic ([MS-XLS] 2.4.28). */
const macroSheets = [1, 6];
/** Between the program and the topic of a link of DDE or OLE ([MS-XLS] 2.5.277). */
const linkSeparator = 3;

/** The records of a workbook before those of its sheets ([MS-XLS] 2.1.7.20.3). */
function findWorkbookProblem(content: Buffer): FileProblem | undefined {
  const file = readCompoundFile(content);
  const entry = file?.entries.find(({ name }) => /^(work)?book$/i.test(name));
  if (file === undefined || entry === undefined) return 'damaged';
  const problem = findStorageProblem(file);
  if (problem !== undefined) return problem;
  const book = file.read(entry, content.length);
  if (book.length < 8) return 'damaged';
  for (let at = 0; at + 4 <= book.length; ) {
    const type = book.readUInt16LE(at);
    const body = book.subarray(at + 4, at + 4 + book.readUInt16LE(at + 2));
    if (type === records.end) break;
    if (type === records.filePass) return 'encrypted';
    if (type === records.boundSheet && macroSheets.includes(body[5] ?? 0)) return 'macros';
    const isLink = type === records.supBook || type === records.externSheet;
    // The first two numbers of a link to another book may have the same bytes.
    if (isLink && body.length > 6 && body.subarray(4).includes(linkSeparator)) return 'dataExchange';
    at += 4 + body.length;
  }
  return undefined;
}

/** The mark of a field with DDE, in the text of one byte and of two a letter. */
const ddeField = new RegExp(`${String.fromCharCode(0x13)}\\0?\\s*(\\s\\0)*D\\0?D\\0?E`, 'i');
const remoteTemplate = /(h\0t\0t\0p\0(s\0)?:\0\/\0\/\0|\\\0\\\0)([^\0]\0){1,200}\.\0d\0o\0t\0/i;

function findDocumentProblem(content: Buffer): FileProblem | undefined {
  const file = readCompoundFile(content);
  const entry = file?.entries.find(({ name }) => name === 'WordDocument');
  if (file === undefined || entry === undefined) return 'damaged';
  const problem = findStorageProblem(file);
  if (problem !== undefined) return problem;
  const document = file.read(entry, content.length);
  if (document.length < 12) return 'damaged';
  // Bit fEncrypted of the base of the file information block ([MS-DOC] 2.5.2).
  if ((document.readUInt16LE(10) & 0x100) !== 0) return 'encrypted';
  if (ddeField.test(document.toString('latin1'))) return 'dataExchange';
  const tables = file.entries.filter(({ name }) => /^[01]Table$/.test(name));
  const isRemote = tables.some((table) =>
    remoteTemplate.test(file.read(table, content.length).toString('latin1')),
  );
  return isRemote ? 'remoteContent' : undefined;
}
