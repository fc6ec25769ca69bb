import { partNameOf, readZipParts, unpackPart, type ZipPart } from '../zip/read-zip.ts';
import { compoundSignature, readCompoundFile } from './compound-file.ts';

/** What a file is, by its own bytes. */
export type FileKind =
  | 'empty'
  | 'pdf'
  | 'xlsx'
  | 'xlsb'
  | 'docx'
  | 'presentation'
  | 'openDocument'
  | 'xls'
  | 'doc'
  | 'lockedOffice'
  | 'oldOffice'
  | 'excelXml'
  | 'webPage'
  | 'xml'
  | 'xmlSignature'
  | 'rtf'
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'heic'
  | 'picture'
  | 'recording'
  | 'signature'
  | 'asice'
  | 'asiceXades'
  | 'key'
  | 'certificate'
  | 'encryptedMessage'
  | 'archive'
  | 'program'
  | 'text'
  | 'unknown';

/** Parts of an archive that are looked at. */
export const maxZipParts = 5000;

/** Kinds by their first bytes, in latin1. */
const starts: readonly (readonly [start: string, kind: FileKind])[] = [
  ['%PDF-', 'pdf'],
  ['\xff\xd8\xff', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF8', 'picture'],
  ['II*\0', 'picture'],
  ['MM\0*', 'picture'],
  ['{\\rtf', 'rtf'],
  ['Rar!', 'archive'],
  ["7z\xbc\xaf'\x1c", 'archive'],
  ['\x1f\x8b', 'archive'],
  ['MZ\x90\0', 'program'],
  ['\x7fELF', 'program'],
  // Key stores of Java: JKS and JCEKS.
  ['\xfe\xed\xfe\xed', 'key'],
  ['\xce\xce\xce\xce', 'key'],
  ['ID3\x03', 'recording'],
  ['ID3\x04', 'recording'],
  ['OggS\0', 'recording'],
];

/** Brands of ISO 23008-12 and AV1 pictures: what the cameras of some phones make, and few other programs read. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis']);

/** Readers look for the header of a PDF in so many bytes (ISO 32000-1, annex H.3.4.1). */
const pdfHeaderBytes = 1024;

/** The namespace of signatures in XML, of XAdES too (XMLDSIG), which the element of a signature names. */
const xmlSignatureName = 'http://www.w3.org/2000/09/xmldsig#';

/** The kind of a file. What it is called and what the browser says of it prove nothing. */
export function fileKindOf(content: Buffer): FileKind {
  if (content.length === 0) return 'empty';
  const head = content.toString('latin1', 0, 4096);
  const start = starts.find(([signature]) => head.startsWith(signature));
  if (start !== undefined) return start[1];
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return packageKindOf(content);
  if (content.subarray(0, 8).equals(compoundSignature)) return compoundKindOf(content);
  const media = mediaKindOf(head);
  if (media !== undefined) return media;
  const encoded = content[0] === 0x30 ? asn1KindOf(content) : undefined;
  if (encoded !== undefined) return encoded;
  const text = readText(content.subarray(0, 4096));
  const markup = markupKindOf(text);
  if (markup === 'xml' && content.includes(xmlSignatureName)) return 'xmlSignature';
  if (markup !== undefined) return markup;
  if (head.slice(0, pdfHeaderBytes).includes('%PDF-')) return 'pdf';
  const der = derOfText(content);
  if (der !== undefined) return asn1KindOf(der) ?? 'text';
  return hasControls(text) ? 'unknown' : 'text';
}

/** Characters that no text has; tabs, ends of lines and pages are none of them. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 27)) return true;
  }
  return false;
}

/** Bitmaps, RIFF and ISO containers: pictures, films and sounds. */
function mediaKindOf(head: string): FileKind | undefined {
  if (head.startsWith('RIFF')) return head.slice(8, 12) === 'WEBP' ? 'webp' : 'recording';
  // Between the size of a bitmap and its pixels nothing is written.
  if (head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0') return 'picture';
  if (head.slice(4, 8) !== 'ftyp') return undefined;
  return heicBrands.has(head.slice(8, 12)) ? 'heic' : 'recording';
}

/** The text of bytes by their byte order mark; without one each byte is a letter, so that any bytes have a text. */
export function readText(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 3);
  if (mark === 'efbbbf') return bytes.toString('utf8', 3);
  if (mark.startsWith('fffe')) return bytes.toString('utf16le', 2);
  if (mark.startsWith('feff') && bytes.length % 2 === 0)
    return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le');
  return bytes.toString('latin1');
}

function markupKindOf(text: string): FileKind | undefined {
  const start = text.trimStart();
  if (/^MIME-Version:/i.test(start)) return 'webPage';
  if (!start.startsWith('<')) return undefined;
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(start)) return 'excelXml';
  if (/<svg[\s>]/i.test(start)) return 'picture';
  return /<(!doctype html|html|head|body|table|meta|script|style|div)\b/i.test(start) ? 'webPage' : 'xml';
}

/** The DER that a text has in base64, as PEM or alone: a byte order mark and lines before BEGIN are passed over. */
export function derOfText(content: Buffer): Buffer | undefined {
  const text = readText(content);
  const pem = /-----BEGIN [A-Z0-9 ]{1,40}-----([\sA-Za-z0-9+/=]+)-----END/.exec(text);
  const body = (pem?.[1] ?? text).replace(/\s+/g, '');
  if (body.length < 8 || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  const der = Buffer.from(body, 'base64');
  return der[0] === 0x30 ? der : undefined;
}

const pkcs7 = '2a864886f70d0107';

/** Hexadecimal of the content of the sequence that begins here: some 30 bytes. */
function contentOfSequence(der: Buffer): string {
  const length = der[1] ?? 0;
  const start = length > 0x80 ? 2 + (length & 0x7f) : 2;
  return der.toString('hex', start, start + 40);
}

/** CMS (RFC 5652), certificates (RFC 5280), keys (RFC 5208, RFC 7292; the key files of Ukrainian authorities). */
function asn1KindOf(der: Buffer): FileKind | undefined {
  const content = contentOfSequence(der);
  if (content.startsWith(`0609${pkcs7}02`)) return 'signature';
  if (content.startsWith(`0609${pkcs7}`)) return 'encryptedMessage';
  if (/^0201(00|03)30/.test(content)) return 'key';
  if (!content.startsWith('30')) return undefined;
  const inner = contentOfSequence(Buffer.from(content, 'hex'));
  if (/^a00302010[0-2]/.test(inner)) return 'certificate';
  return inner.startsWith('06') ? 'key' : undefined;
}

/** The parts of a package by the names that they are compared by (ECMA-376 part 2: case does not matter). */
export function packageParts(content: Buffer): ReadonlyMap<string, ZipPart> | undefined {
  const parts = readZipParts(content, maxZipParts);
  return parts && new Map(parts.map((part) => [partNameOf(part.name).toLowerCase(), part]));
}

function packageKindOf(content: Buffer): FileKind {
  const parts = packageParts(content);
  if (parts === undefined) return 'archive';
  const names = [...parts.keys()];
  const has = (name: RegExp) => names.some((one) => name.test(one));
  if (parts.has('[content_types].xml')) {
    if (has(/^xl\/workbook\d*\.xml$/)) return 'xlsx';
    if (has(/^xl\/workbook\d*\.bin$/)) return 'xlsb';
    if (has(/^word\/document\d*\.xml$/)) return 'docx';
    if (has(/^ppt\/presentation\d*\.xml$/)) return 'presentation';
  }
  const type = mediaTypeIn(content, parts.get('mimetype'));
  if (/^application\/vnd\.etsi\.asic-[es]\+zip$/.test(type))
    return !has(/^meta-inf\/[^/]*signature[^/]*\.p7s$/) && has(/^meta-inf\/[^/]*signatures[^/]*\.xml$/)
      ? 'asiceXades'
      : 'asice';
  return type.startsWith('application/vnd.oasis.opendocument') ? 'openDocument' : 'archive';
}

function mediaTypeIn(content: Buffer, part: ZipPart | undefined): string {
  if (part === undefined || part.isEncrypted || part.unpacked > 200) return '';
  try {
    return unpackPart(content, part).toString('latin1').trim();
  } catch {
    return '';
  }
}

function compoundKindOf(content: Buffer): FileKind {
  const names = new Set(readCompoundFile(content)?.entries.map(({ name }) => name.toLowerCase()));
  if (names.has('encryptedpackage')) return 'lockedOffice';
  if (names.has('workbook') || names.has('book')) return 'xls';
  if (names.has('worddocument')) return 'doc';
  return names.has('powerpoint document') ? 'presentation' : 'oldOffice';
}
