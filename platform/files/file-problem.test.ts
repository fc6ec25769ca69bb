import { deflateSync } from 'node:zlib';
import { CFB, utils, type WorkBook, write } from '@e965/xlsx';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type FileProblem, recogniseFile } from './file-problem.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const problemOf = (content: Uint8Array) => recogniseFile(content).problem;

describe('packages', () => {
  const packed = (files: Readonly<Record<string, string>>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
  const word = (files: Readonly<Record<string, string>> = {}) =>
    packed({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>', ...files });
  const book = (files: Readonly<Record<string, string>> = {}) =>
    packed({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>', ...files });
  const relation = (type: string, target: string, mode = 'External') =>
    `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`;
  const settings = (target: string) => ({
    'word/_rels/settings.xml.rels': relation('attachedTemplate', target),
  });
  const field = (...pieces: readonly string[]) => ({
    'word/document.xml': `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces
      .map((piece) => `<w:r><w:instrText xml:space="preserve">${piece}</w:instrText></w:r>`)
      .join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  });

  const refused: readonly (readonly [FileProblem, string, Uint8Array])[] = [
    ['macros', 'a project of Visual Basic', word({ 'word/vbaProject.bin': 'x' })],
    ['macros', 'a sheet of Excel 4.0 macros', book({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
    [
      'macros',
      'a macro sheet under another name',
      book({ '[Content_Types].xml': '<Override ContentType="application/vnd.ms-excel.macrosheet+xml"/>' }),
    ],
    [
      'macros',
      'a macro sheet by its ending',
      book({
        '[Content_Types].xml':
          '<Default Extension="xml" ContentType="application/vnd.ms-excel.intlmacrosheet+xml"/>',
      }),
    ],
    [
      'macros',
      'a relation to a macro sheet',
      book({ 'xl/_rels/workbook.xml.rels': relation('xlMacrosheet', 'a.xml', 'Internal') }),
    ],
    ['remoteContent', 'a template of the web', word(settings('https://a.example/t.dotm'))],
    ['remoteContent', 'a template of the web in entities', word(settings('&#104;ttp://a.example/t.dotm'))],
    ['remoteContent', 'a template of another machine', word(settings('\\\\a.example\\t.dotm'))],
    [
      'remoteContent',
      'a template of another machine as an address',
      word(settings('file://a.example/t.dotm')),
    ],
    [
      'remoteContent',
      'a picture of the web',
      word({ 'word/_rels/document.xml.rels': relation('image', 'http://a.example/p.png') }),
    ],
    ['remoteContent', 'a field that fetches', word(field('INCLUDEPICTURE "http://a.example/p.png"'))],
    ['embeddedObject', 'an object of another program', word({ 'word/embeddings/oleObject1.bin': 'x' })],
    [
      'embeddedObject',
      'a linked object',
      book({ 'xl/worksheets/_rels/sheet1.xml.rels': relation('oleObject', 'a.bin', 'Internal') }),
    ],
    [
      'dataExchange',
      'a link of DDE',
      book({
        'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="cmd"/></externalLink>',
      }),
    ],
    [
      'dataExchange',
      'a field of DDE',
      word({ 'word/document.xml': '<w:fldSimple w:instr=" DDEAUTO cmd"/>' }),
    ],
    ['dataExchange', 'a field of DDE in pieces', word(field(' DD', 'EAU', 'TO c:\\\\cmd.exe'))],
    ['tooComplex', 'a bomb', word({ 'word/media/a.bmp': '0'.repeat(20_000_000) })],
  ];
  test.each(refused)('%s: %s', (problem, _, content) => {
    expect(problemOf(content)).toBe(problem);
  });

  test.each([
    [
      'a link to a page',
      word({ 'word/_rels/document.xml.rels': relation('hyperlink', 'https://a.example') }),
    ],
    ['a template on the disk of who wrote it', word(settings('file:///C:\\Users\\a\\Normal.dotm'))],
    ['a workbook under a chart', word({ 'word/embeddings/Microsoft_Excel_Sheet1.xlsx': 'x' })],
    [
      'a link to another workbook',
      book({ 'xl/externalLinks/_rels/externalLink1.xml.rels': relation('externalLinkPath', 'Book2.xlsx') }),
    ],
    ['a picture that is called so', word({ 'word/media/macro-vba.png': 'x' })],
    [
      'a type that no part has',
      book({
        '[Content_Types].xml':
          '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>',
      }),
    ],
    ['a text about DDE', word({ 'word/document.xml': '<w:t>DDEAUTO</w:t>' })],
    ['a field of pages', word(field(' PAGE '))],
  ])('%s is no problem', (_, content) => {
    expect(problemOf(content)).toBeUndefined();
  });

  test('a part that is broken, or longer than it says, is damage', () => {
    const content = Buffer.from(word());
    content.fill(0xff, 40, 50);
    expect(problemOf(content)).toBe('damaged');
  });
});

describe('old files of Office', () => {
  const record = (type: number, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(body.length, 2);
    return Buffer.concat([head, body]);
  };
  const start = record(0x809, Buffer.alloc(16));
  const end = record(0x0a, Buffer.alloc(0));
  const sheet = (type: number) => record(0x85, Buffer.from([0, 0, 0, 0, 2, type, 1, 0, 0x41]));
  const compound = (streams: Readonly<Record<string, Buffer>>) => {
    const file = CFB.utils.cfb_new();
    for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, content);
    return CFB.write(file, { type: 'buffer' }) as Buffer;
  };
  const book = (...records: readonly Buffer[]) => Buffer.concat([start, ...records, end]);
  const text = (content = '', flags = 0) => {
    const document = Buffer.alloc(600);
    document.writeUInt16LE(flags, 10);
    document.write(content, 200, 'latin1');
    return document;
  };
  const link = (path: string) =>
    record(0x1ae, Buffer.concat([Buffer.from([1, 0, path.length, 0, 0]), latin1(path)]));

  const refused: readonly (readonly [FileProblem, string, Buffer])[] = [
    ['macros', 'a sheet of Excel 4.0 macros', compound({ Workbook: book(sheet(1)) })],
    [
      'macros',
      'the same in a long workbook',
      compound({ Workbook: Buffer.concat([book(sheet(1)), Buffer.alloc(9000)]) }),
    ],
    [
      'macros',
      'a project of Visual Basic',
      compound({ Workbook: book(), '_VBA_PROJECT_CUR/dir': latin1('x') }),
    ],
    ['macros', 'macros of a text', compound({ WordDocument: text(), 'Macros/VBA/dir': latin1('x') })],
    ['encrypted', 'a workbook with a password', compound({ Workbook: book(record(0x2f, Buffer.alloc(6))) })],
    ['encrypted', 'a text with a password', compound({ WordDocument: text('', 0x100) })],
    ['encrypted', 'an encrypted package', compound({ EncryptedPackage: latin1('x') })],
    ['dataExchange', 'a link of DDE', compound({ Workbook: book(link('cmd\x03/c calc')) })],
    ['dataExchange', 'a field of DDE', compound({ WordDocument: text('\x13 DDEAUTO c:\\cmd.exe\x15') })],
    [
      'embeddedObject',
      'an object in a workbook',
      compound({ Workbook: book(), 'MBD0012ABCD/x': latin1('x') }),
    ],
    [
      'embeddedObject',
      'an object in a text',
      compound({ WordDocument: text(), 'ObjectPool/_1234567890/x': latin1('x') }),
    ],
    [
      'remoteContent',
      'a template of the web',
      compound({ WordDocument: text(), '1Table': Buffer.from('\0http://a.example/t.dotm\0', 'utf16le') }),
    ],
    ['damaged', 'a workbook of nothing', compound({ Workbook: Buffer.alloc(2) })],
  ];
  test.each(refused)('%s: %s', (problem, _, content) => {
    expect(problemOf(content)).toBe(problem);
  });

  test.each(['xls', 'biff8', 'biff5'] as const)(
    'a small workbook that a program writes (%s) is taken',
    (bookType) => {
      const made: WorkBook = utils.book_new();
      utils.book_append_sheet(made, utils.aoa_to_sheet([['Показання', 12345]]), 'Аркуш');
      expect(recogniseFile(write(made, { type: 'buffer', bookType }))).toEqual({
        kind: 'xls',
        problem: undefined,
      });
    },
  );

  test.each([
    ['a link to another workbook', compound({ Workbook: book(sheet(0), link('\x01\x02Book2.xls')) })],
    [
      'a text with a template of its own',
      compound({ WordDocument: text('\x13 PAGE \x15 DDE'), '1Table': Buffer.from('Normal.dot', 'utf16le') }),
    ],
  ])('%s is no problem', (_, content) => {
    expect(problemOf(content)).toBeUndefined();
  });

  test('chains that lead in a circle end', () => {
    const content = compound({ Workbook: Buffer.concat([book(), Buffer.alloc(9000)]) });
    for (let at = 512; at < 1024; at += 4) content.writeUInt32LE(0, at);
    content.writeUInt32LE(0, 68);
    expect(() => recogniseFile(content)).not.toThrow();
  });
});

describe('PDF', () => {
  const file = (...objects: readonly string[]) =>
    latin1(`%PDF-1.7\n${objects.join('\n')}\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`);
  const objectStream = (objects: string, packed = deflateSync(latin1(objects))) =>
    file(
      `7 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream`,
    );

  const refused: readonly (readonly [FileProblem, string, Buffer])[] = [
    ['encrypted', 'a key of the trailer', latin1('%PDF-1.7\ntrailer<</Encrypt 5 0 R>>')],
    ['encrypted', 'the same with letters in digits', latin1('%PDF-1.7\ntrailer<</#45ncrypt 5 0 R>>')],
    [
      'encrypted',
      'a key of a stream of references',
      file('9 0 obj <</Encrypt 5 0 R /Type /XRef /W [1 2 1]>>stream\nx\nendstream'),
    ],
    ['actions', 'a script', file('5 0 obj <</S /JavaScript /JS (app.alert)>>')],
    ['actions', 'a script with letters in digits', file('5 0 obj <</S /Java#53#63ript /JS (x)>>')],
    ['actions', 'a program that is started', file('5 0 obj <</S/Launch/F(cmd.exe)>>')],
    ['actions', 'a form that is sent', file('5 0 obj <</S/SubmitForm/F(http://a.example)>>')],
    ['actions', 'a script among packed objects', objectStream('5 0 <</S/JavaScript/JS(x)>>')],
    [
      'actions',
      'a script among packed objects with a wrong check sum',
      objectStream(
        '',
        Buffer.concat([deflateSync(latin1('5 0 <</S/JavaScript/JS(x)>>')).subarray(0, -4), Buffer.alloc(4)]),
      ),
    ],
    ['embeddedFile', 'a file inside', file('5 0 obj <</Type/EmbeddedFile>>stream\nx\nendstream')],
    [
      'secondFormat',
      'an archive behind it',
      Buffer.concat([file(), Buffer.from(zipSync({ 'a.exe': latin1('x') }))]),
    ],
    ['damaged', 'packed objects that can not be looked into', objectStream('', latin1('x~GhVPa~>'))],
    [
      'tooComplex',
      'packed objects that are a bomb',
      objectStream('', deflateSync(Buffer.alloc(101 * 1024 * 1024, ' '))),
    ],
  ];
  test.each(refused)('%s: %s', (problem, _, content) => {
    expect(problemOf(content)).toBe(problem);
  });

  test.each([
    ['a plain file', file()],
    ['a file behind a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), file()])],
    ['the word in a comment', file('% /Encrypt is not used')],
    ['the word in a text', file('5 0 obj <</Title (How /Encrypt works)>>')],
    [
      'a link and a page that is opened',
      file('1 0 obj <</OpenAction [3 0 R /Fit]>>', '5 0 obj <</S/URI/URI(https://a.example)>>'),
    ],
    ['longer names', file('5 0 obj <</LaunchPad 1 /JavaScripted 2>>')],
    ['packed objects', objectStream('5 0 <</Type/Page>>')],
  ])('%s is no problem', (_, content) => {
    expect(recogniseFile(content)).toEqual({ kind: 'pdf', problem: undefined });
  });
});
