import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CFB, utils, write } from '@e965/xlsx';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { withZip64Sizes } from '../zip/testing/with-zip64-sizes.ts';
import { derOfText, type FileKind, fileKindOf, readText } from './file-kind.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const packed = (...names: readonly string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, latin1('x')]))));
const container = (mimetype: string, ...names: readonly string[]) =>
  Buffer.from(
    zipSync({
      mimetype: [latin1(mimetype), { level: 0 }],
      ...Object.fromEntries(names.map((name) => [name, latin1('x')])),
    }),
  );
const asic = 'application/vnd.etsi.asic-e+zip';
function compound(...names: readonly string[]): Buffer {
  const file = CFB.utils.cfb_new();
  for (const name of names) CFB.utils.cfb_add(file, `/${name}`, Buffer.from('short'));
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}
const oldBook = () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['A', 1]]), 'Sheet');
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
};
const published = (name: string) => readFileSync(join(import.meta.dirname, '../signatures/testing', name));
const signature = published('rsa-signature.p7s');
const pem = (label: string, der: Buffer) =>
  latin1(`-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`);
const utf16 = (text: string) => Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(text, 'utf16le')]);

const cases: readonly (readonly [kind: FileKind, what: string, content: Buffer])[] = [
  ['empty', 'no bytes', Buffer.alloc(0)],
  ['pdf', 'a PDF', latin1('%PDF-1.7')],
  ['pdf', 'a PDF behind a byte order mark', latin1('\xef\xbb\xbf%PDF-1.4')],
  ['pdf', 'a PDF behind a line feed', latin1('\n%PDF-1.4')],
  ['text', 'a PDF whose header comes too late', latin1(`${' '.repeat(1020)}%PDF-1.4`)],
  ['webPage', 'a page that names a PDF', latin1('<html>%PDF-1.4')],
  ['xlsx', 'a workbook', packed('[Content_Types].xml', 'xl/workbook.xml')],
  ['xlsx', 'a workbook of a program that counts', packed('[Content_Types].xml', 'xl/workbook2.xml')],
  ['xlsx', 'a workbook with backslashes', packed('[Content_Types].xml', 'xl\\workbook.xml')],
  ['xlsx', 'a workbook in other letters', packed('[content_types].xml', 'XL/Workbook.xml')],
  ['xlsx', 'a workbook with slashes in front', packed('/[Content_Types].xml', '/xl/workbook.xml')],
  ['xlsx', 'a workbook as ZIP64', withZip64Sizes(packed('[Content_Types].xml', 'xl/workbook.xml'))],
  ['xlsb', 'a binary workbook', packed('[Content_Types].xml', 'xl/workbook.bin')],
  ['docx', 'a text', packed('[Content_Types].xml', 'word/document.xml')],
  ['presentation', 'slides', packed('[Content_Types].xml', 'ppt/presentation.xml')],
  ['archive', 'an archive of anything', packed('a.txt')],
  ['archive', 'an archive without its end', packed('a.txt').subarray(0, -10)],
  ['archive', 'another archive', latin1('Rar!\x1a\x07')],
  [
    'openDocument',
    'a workbook of LibreOffice',
    container('application/vnd.oasis.opendocument.spreadsheet', 'a'),
  ],
  ['asice', 'a container with CAdES', container(asic, 'a.pdf', 'META-INF/signature001.p7s')],
  ['asiceXades', 'a container with XAdES', container(asic, 'a.pdf', 'META-INF/signatures001.xml')],
  ['xls', 'an old workbook of some rows', oldBook()],
  ['xls', 'an older workbook', compound('Book')],
  ['doc', 'an old text', compound('WordDocument')],
  ['lockedOffice', 'a workbook with a password', compound('EncryptionInfo', 'EncryptedPackage')],
  ['oldOffice', 'another compound file', compound('Contents')],
  ['oldOffice', 'a compound file cut off', compound('Contents').subarray(0, 100)],
  [
    'excelXml',
    'Excel XML 2003',
    latin1('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>'),
  ],
  ['webPage', 'a table as a page', latin1('\r\n <TABLE border=1><tr>')],
  ['webPage', 'a page in UTF-16', utf16('<html><body>')],
  ['webPage', 'a page in one file', latin1('MIME-Version: 1.0\r\nContent-Type: multipart/related')],
  [
    'xmlSignature',
    'XML with its signature at the end',
    Buffer.from(
      `<?xml version="1.0"?><a>${' '.repeat(9000)}<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/></a>`,
    ),
  ],
  ['xml', 'another XML', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Акт/>')],
  ['picture', 'a drawing', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['picture', 'a GIF', latin1('GIF89a')],
  ['jpeg', 'a JPEG', latin1('\xff\xd8\xff\xe0')],
  ['png', 'a PNG', latin1('\x89PNG\r\n\x1a\n')],
  ['webp', 'a WebP', latin1('RIFF\x10\0\0\0WEBPVP8 ')],
  ['recording', 'a sound in the same container as WebP', latin1('RIFF\x10\0\0\0WAVEfmt ')],
  ['recording', 'a film in the same container as HEIC', latin1('\0\0\0\x18ftypmp42')],
  ...['heic', 'mif1', 'avif'].map(
    (brand) => ['heic', `a picture of the brand ${brand}`, latin1(`\0\0\0\x18ftyp${brand}\0\0\0\0`)] as const,
  ),
  ['signature', 'a signature', signature],
  ['signature', 'a signature as PEM', pem('CMS', signature)],
  [
    'signature',
    'a signature behind other lines',
    Buffer.concat([latin1('Bag Attributes\n'), pem('PKCS7', signature)]),
  ],
  ['signature', 'a signature in base64', latin1(signature.toString('base64'))],
  ['signature', 'base64 behind a byte order mark', Buffer.from(`\ufeff${signature.toString('base64')}`)],
  ['signature', 'base64 in UTF-16', utf16(signature.toString('base64'))],
  ['key', 'a key file of JKS', published('published/test-jks.jks')],
  ['key', 'a key file of PKCS 12', published('published/test-diia.p12')],
  // PBES2 of the key files of authorities, and its scheme of their own (Key-6.dat).
  ['key', 'an encrypted key', Buffer.from('30820100300d06092a864886f70d01050d0500', 'hex')],
  ['key', 'a key as PEM', pem('PRIVATE KEY', Buffer.from('3082010002010030100607', 'hex'))],
  ['certificate', 'a certificate', published('published/diia-test-sign-7775603.cer')],
  [
    'certificate',
    'a certificate as PEM',
    pem('CERTIFICATE', published('published/diia-test-sign-7775603.cer')),
  ],
  ['encryptedMessage', 'an encrypted message', Buffer.from('3082010006092a864886f70d010703a0', 'hex')],
  ['rtf', 'a text of RTF', latin1('{\\rtf1')],
  ['program', 'a program', latin1('MZ\x90\0')],
  ['text', 'a table of text', Buffer.from('EIC-код точки;Нове показання')],
  ['text', 'letters that look like base64', latin1('MAMAMAMA')],
  ['text', 'a table that begins with a digit', latin1('0,5;1')],
  ['text', 'a table that begins like a bitmap', latin1('BM;1;2;3;4;5')],
  ['picture', 'a bitmap', latin1('BM\x3a\0\0\0\0\0\0\0')],
  ['unknown', 'noise', Buffer.from('0001020304050607', 'hex')],
];

test.each(cases)('%s: %s', (kind, _, content) => {
  expect(fileKindOf(content)).toBe(kind);
});

test('readText goes by the byte order mark', () => {
  const big = Buffer.from(utf16('Їжак')).swap16();
  expect([utf16('Їжак'), big, Buffer.from('\ufeffЇжак')].map(readText)).toEqual(['Їжак', 'Їжак', 'Їжак']);
  expect(readText(Buffer.from([0xbf]))).toBe('¿');
});

test('derOfText refuses a text that is no DER', () => {
  expect(derOfText(latin1('AAAAAAAA'))).toBeUndefined();
  expect(derOfText(latin1('Привіт'))).toBeUndefined();
});
