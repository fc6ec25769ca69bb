import { createServer } from 'node:net';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addTicketFile, createTicket, getTicket, ticketFile } from '#contract/conversations.ts';
import { addDeskFile, deskFile, openDesk, replyAtDesk, saveDeskDraft } from '#contract/desk.ts';
import type { Instant } from '#domain/time/instant.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { createClamd } from '#portal/gateways/antivirus/clamd.ts';
import { openAntivirus } from '#portal/gateways/antivirus/open-antivirus.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { makeWorkbook } from '#portal/testing/make-workbook.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { deleteUnsentFiles, scanAgain, seedTopics } from '../public.ts';

let cabinet: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let clamdPort: number;
/** What the scanner answers; undefined: it hangs up. */
let verdict: string | undefined = 'stream: OK';
const scanner = createServer((socket) => {
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    received = Buffer.concat([received, part]);
    if (verdict === undefined) socket.destroy();
    else if (received.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${verdict}\0`);
  });
});

beforeAll(async () => {
  folder = await temporaryDataFolder();
  clamdPort = await freePort();
  await new Promise<void>((resolve) => scanner.listen(clamdPort, '127.0.0.1', resolve));
  cabinet = await startTestApp('2026-11-20T10:00:00Z', {
    SVITLO_DATA: folder.path,
    WORK_SECONDS: '0',
    CLAMD: `127.0.0.1:${clamdPort}`,
  });
  await makeSupplier(cabinet.billingDb);
  await seedTopics(cabinet.portalDb);
});
afterAll(async () => {
  await cabinet.close();
  scanner.close();
  await folder.remove();
});

async function customer() {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  return { account, token: await cabinet.signIn([account]) };
}
type Own = Awaited<ReturnType<typeof customer>>;
const add = (own: Own, file: Uint8Array, name = 'файл.pdf', requestId = newId()) =>
  cabinet.post(addTicketFile, { ...own, file, name, requestId });
const load = (own: Own, fileId: string) => cabinet.post(ticketFile, { ...own, fileId });
const send = (own: Own, fileIds: readonly string[]) => {
  const question = { topicId: 'other', title: 'Питання', text: 'Текст', fields: [], fileIds };
  return cabinet.post(createTicket, { ...own, ...question, requestId: newId() });
};

const bytes = (text: string) => Buffer.from(text);
const packed = (files: Readonly<Record<string, string>>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)]))));
const word = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' };
/** A compound file with a directory of these streams, the first at the third sector. */
function compound(names: readonly string[], first = Buffer.alloc(0)): Buffer {
  const content = Buffer.alloc(512 * 40);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(content);
  content.writeUInt16LE(9, 30);
  content.writeUInt32LE(1, 48);
  content.writeUInt32LE(0, 76);
  content.writeUInt32LE(0xfffffffe, 512 + 4);
  for (const [index, name] of names.entries()) {
    const at = 1024 + index * 128;
    content.write(name, at, 'utf16le');
    content.writeUInt16LE(name.length * 2 + 2, at + 64);
    content.writeUInt32LE(2, at + 116);
    content.writeUInt32LE(4096, at + 120);
  }
  first.copy(content, 1536);
  return content;
}
const book = Buffer.from('0908100000060500000000000000000000000000e1000200', 'hex');
const lockedBook = Buffer.from('09081000000605000000000000000000000000002f003600', 'hex');
const plainDocument = Buffer.alloc(16);
const lockedDocument = Buffer.from('00000000000000000000000100000000', 'hex');
const asice = Buffer.from(
  zipSync({
    mimetype: [bytes('application/vnd.etsi.asic-e+zip'), { level: 0 }],
    'document.pdf': bytes('%PDF-1.7'),
    'META-INF/signatures001.xml': bytes('<asic:XAdESSignatures/>'),
  }),
);
const signature = Buffer.concat([Buffer.from('3082010006092a864886f70d010702a0', 'hex'), Buffer.alloc(64)]);

test.each([
  ['a PDF', bytes('%PDF-1.7\n1 0 obj'), 'лист.PDF', 'лист.pdf', 'application/pdf'],
  ['a workbook', makeWorkbook([['62Z0000000000001', '1', '', 1234]]), 'Книга', 'Книга.xlsx', 'spreadsheetml'],
  ['a document', packed(word), 'заява.docx', 'заява.docx', 'wordprocessingml'],
  ['an old workbook', compound(['Root Entry', 'Workbook'], book), 'x.xls', 'x.xls', 'ms-excel'],
  ['an old document', compound(['Root Entry', 'WordDocument'], plainDocument), 'x.doc', 'x.doc', 'msword'],
  ['a signed file', signature, 'акт.p7s', 'акт.p7s', 'pkcs7'],
  ['a container of a signature', asice, 'акт.asice', 'акт.asice', 'vnd.etsi.asic-e'],
  ['a PDF with a byte order mark', bytes('\ufeff%PDF-1.4\n1 0 obj'), 'x.pdf', 'x.pdf', 'application/pdf'],
])(
  '%s is taken and comes back as it was, to be kept and not to be run',
  async (_, content, name, shown, type) => {
    const own = await customer();
    const { body } = await add(own, content, name);
    expect(body.file).toMatchObject({ name: shown, kind: 'document', scan: 'clean' });
    const ticket = (await send(own, [body.file.id])).body.ticket;
    const loaded = await load(own, body.file.id);
    expect(Buffer.from(loaded.body as never).equals(Buffer.from(content))).toBe(true);
    expect(loaded.headers).toMatchObject({
      'content-type': expect.stringContaining(type),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(shown)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const shownTicket = (await cabinet.post(getTicket, { ...own, id: ticket.id })).body.ticket;
    expect(shownTicket.messages[0]?.files).toEqual([body.file]);
  },
);

test('a picture is written anew without what its maker adds; its name is what it is', async () => {
  const own = await customer();
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#d00' } })
    .withExif({ IFD0: { Make: 'Phone', Model: 'Model 15' } })
    .png()
    .toBuffer();
  const { file } = (await add(own, picture, '../../<img src=x>/фото.pdf')).body;
  expect(file).toMatchObject({ name: 'фото.jpg', kind: 'image' });
  const loaded = Buffer.from((await load(own, file.id)).body as never);
  expect(await sharp(loaded).metadata()).toMatchObject({ format: 'jpeg', width: 40 });
  expect(loaded.includes('Model 15')).toBe(false);
});

const deep = '0'.repeat(20_000_000);
const tenMegabytes = Buffer.alloc(10 * 1024 * 1024);
const [svg, heic, macros] = [
  'http://www.w3.org/2000/svg',
  'ftypheic\0\0\0\0mif1heic',
  ['Root Entry', 'Workbook'],
];
const [refused, active, locked] = ['support.fileRefused', 'files.activeContent', 'files.encrypted'];
const template = `<Relationships><Relationship Type="x/attachedTemplate" Target="http://a.example/t.dotm" TargetMode="External"/></Relationships>`;

test.each([
  [
    'a page that says it is a PDF',
    refused,
    'Це вебсторінка',
    bytes('<!doctype html><script>alert(1)</script>'),
  ],
  ['a drawing with a script', refused, 'Це зображення', bytes(`<svg xmlns="${svg}"><script/></svg>`)],
  ['an archive of anything', refused, 'Це архів. Розпакуйте', packed({ 'a.txt': 'x' })],
  ['a program', refused, 'Це програма', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ['nothing', refused, 'Це порожній файл', Buffer.alloc(0)],
  ['bytes of no meaning', refused, 'до 10 МБ.', Buffer.from('0001020304', 'hex')],
  ['an encrypted PDF', 'files.encrypted', 'Зніміть пароль', bytes('%PDF-1.7\ntrailer<</Encrypt 5 0 R>>')],
  ['a PDF with a script', 'files.activeContent', 'дії', bytes('%PDF-1.7\n5 0 obj <</S/JavaScript/JS(x)>>')],
  ['a document with macros', active, 'макроси', packed({ ...word, 'word/vbaProject.bin': 'x' })],
  [
    'a template of the web',
    active,
    'з мережі',
    packed({ ...word, 'word/_rels/settings.xml.rels': template }),
  ],
  [
    'an archive of too much',
    'files.tooComplex',
    'розпаковується',
    packed({ ...word, 'word/media/a.bmp': deep }),
  ],
  ['a workbook with a password', locked, 'пароль', compound(['Root Entry', 'Workbook'], lockedBook)],
  ['a document with a password', locked, 'пароль', compound(['Root Entry', 'WordDocument'], lockedDocument)],
  ['an encrypted package', locked, 'пароль', compound(['Root Entry', 'EncryptedPackage'])],
  ['an old workbook with macros', active, 'макроси', compound([...macros, '_VBA_PROJECT_CUR'], book)],
  ['a picture cut off on its way', 'files.damaged', 'пошкоджено', smallJpeg.subarray(0, -4)],
  ['a picture of an iPhone', 'readings.photoHeic', 'HEIC', Buffer.from(`\0\0\0\x18${heic}`, 'latin1')],
  ['more than 10 MB', 'files.tooLarge', 'найбільше 10 МБ', Buffer.concat([bytes('%PDF-1.7'), tenMegabytes])],
])('%s is refused by its content as %s, which says what it is', async (_, code, words, content) => {
  const answer = await add(await customer(), content);
  expect(outcomeOf(answer)).toBe(`422 ${code}`);
  expect(answer.body.message).toContain(words);
});

test('a photo of 48 megapixels is taken; one of more than can be reduced names its pixels', async () => {
  const own = await customer();
  const photo = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  expect((await add(own, photo, 'лічильник.jpg')).body.file).toMatchObject({ kind: 'image' });
  const white = { width: 82, height: 66, channels: 3, background: '#fff' } as const;
  const progressive = await sharp({ create: white }).jpeg({ progressive: true }).toBuffer();
  // Its frame says more than it has: sharp looks at the frame first.
  const frame = progressive.indexOf(Buffer.from([0xff, 0xc2])) + 5;
  progressive.writeUInt16BE(6600, frame);
  progressive.writeUInt16BE(8200, frame + 2);
  const { body } = await add(own, progressive);
  const message =
    'У фото 55 мегапікселів, а можна найбільше 52. Зменште його або зробіть знімок екрана і додайте знову.';
  expect(body).toMatchObject({ code: 'files.tooManyPixels', message });
});

test('without a scanner a file is given out and says that it was not scanned; a later scanner scans it', async () => {
  const own = await customer();
  const { file } = (await add(own, bytes('%PDF-1.7 late'))).body;
  const state = async () => {
    const { rows } = await sql<{ scan: string }>`
      select scan from portal.conversation_file where file_id = ${file.id}::uuid`.execute(cabinet.portalDb);
    return rows[0]?.scan;
  };
  const setState = (scan: string) =>
    sql`update portal.conversation_file set scan = ${scan} where file_id = ${file.id}::uuid
    `.execute(cabinet.portalDb);
  const files = openFileStore({ dataFolder: folder.path });
  await setState('unavailable');
  await scanAgain(cabinet.portalDb, files, openAntivirus({ clamd: 'off' }));
  expect(await state()).toBe('notScanned');
  expect((await load(own, file.id)).httpStatus).toBe(200);
  verdict = 'stream: Eicar-Signature FOUND';
  await scanAgain(cabinet.portalDb, files, createClamd({ host: '127.0.0.1', port: clamdPort }));
  verdict = 'stream: OK';
  expect(await state()).toBe('infected');
  expect((await load(own, file.id)).body.code).toBe('support.fileInfected');
});

test.each([undefined, 'off'] as const)('openAntivirus with %s scans nothing and says so', async (clamd) => {
  const antivirus = openAntivirus({ clamd });
  expect([antivirus.isOn, await antivirus.scan((async function* () {})())]).toEqual([false, 'notScanned']);
});

test('an infected file is refused; one that nobody could scan is not given out until it is scanned', async () => {
  const own = await customer();
  const pdf = bytes('%PDF-1.7 waits');
  verdict = 'stream: Eicar-Signature FOUND';
  expect((await add(own, pdf)).body.code).toBe('support.fileInfected');
  verdict = undefined;
  const { file } = (await add(own, pdf)).body;
  expect(file.scan).toBe('unavailable');
  expect(outcomeOf(await load(own, file.id))).toBe('409 support.fileChecking');
  const files = openFileStore({ dataFolder: folder.path });
  const antivirus = createClamd({ host: '127.0.0.1', port: clamdPort });
  await scanAgain(cabinet.portalDb, files, antivirus);
  expect((await load(own, file.id)).httpStatus).toBe(409);
  verdict = 'stream: OK';
  await scanAgain(cabinet.portalDb, files, antivirus);
  expect((await load(own, file.id)).httpStatus).toBe(200);
});

test('a file belongs to who added it: others neither load it nor send it', async () => {
  const own = await customer();
  const { file } = (await add(own, bytes('%PDF-1.7 own'))).body;
  const other = await customer();
  const sameAccount = { account: own.account, token: await cabinet.signIn([own.account]) };
  for (const stranger of [other, sameAccount]) {
    expect((await load(stranger, file.id)).httpStatus).toBe(404);
    expect((await send(stranger, [file.id])).body.code).toBe('common.notFound');
  }
  expect((await send(own, [file.id])).httpStatus).toBe(200);
  expect((await send(own, [file.id])).body.code).toBe('common.notFound');
  for (const stranger of [other, sameAccount]) expect((await load(stranger, file.id)).httpStatus).toBe(404);
});

test('no more than ten files wait', async () => {
  const own = await customer();
  const answers = await Promise.all(
    Array.from({ length: 11 }, (_, index) => add(own, bytes(`%PDF-1.7 ${index}`))),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(10);
  expect(answers.find(({ httpStatus }) => httpStatus !== 200)?.body.message).toContain(
    'не більше ніж 5 файлів',
  );
});

test('what nobody sent within a day is removed, what was sent stays', async () => {
  const own = await customer();
  const kept = (await add(own, bytes('%PDF-1.7 k'))).body.file;
  const loose = (await add(own, bytes('%PDF-1.7 l'))).body.file;
  await send(own, [kept.id]);
  const files = openFileStore({ dataFolder: folder.path });
  await deleteUnsentFiles(cabinet.portalDb, files, (cabinet.clock.now() + 3_600_000) as Instant, 200);
  expect([(await load(own, kept.id)).httpStatus, (await load(own, loose.id)).httpStatus]).toEqual([200, 404]);
  expect(await files.find(loose.id)).toBeUndefined();
});

test('an operator attaches files to an answer: the customer loads them, nobody else does, and a draft keeps them', async () => {
  const own = await customer();
  const { id } = (await send(own, [])).body.ticket;
  const key = { account: own.account, id };
  const signInOperator = () => cabinet.signIn([], 'admin', ['operator']);
  const [operator, colleague] = [await signInOperator(), await signInOperator()];
  const attach = (token: string, of: object = key) => {
    const added = { file: bytes('%PDF-1.7 відповідь'), name: 'відповідь.pdf', requestId: newId() };
    return cabinet.post(addDeskFile, { ...key, ...of, token, ...added });
  };
  const answer = (token: string, fileIds: readonly string[], of: object = key) => {
    const said = { text: 'Розрахунок додаємо.', act: 'answer', lastSeenSeq: 1, clientId: newId() };
    return cabinet.post(replyAtDesk, { ...key, ...of, token, fileIds, ...said });
  };
  expect((await attach(operator, { id: newId() })).httpStatus).toBe(404);
  expect((await attach(own.token)).httpStatus).toBe(403);
  const { file } = (await attach(operator)).body;
  expect(file).toMatchObject({ name: 'відповідь.pdf', kind: 'document', scan: 'clean' });
  await cabinet.post(saveDeskDraft, { ...key, token: operator, text: '', fileIds: [file.id] });
  const drafted = async (token: string) =>
    (await cabinet.post(openDesk, { ...key, token })).body.conversation.draftFiles.map((one) => one.id);
  expect([await drafted(operator), await drafted(colleague)]).toEqual([[file.id], []]);
  // Nobody but its writer reaches it before it is sent, and a draft is not swept.
  const files = openFileStore({ dataFolder: folder.path });
  await deleteUnsentFiles(cabinet.portalDb, files, (cabinet.clock.now() + 3_600_000) as Instant, 200);
  const statusFor = async (token: string) =>
    (await cabinet.post(deskFile, { token, account: own.account, fileId: file.id })).httpStatus;
  expect([await statusFor(operator), await statusFor(colleague)]).toEqual([200, 404]);
  expect((await load(own, file.id)).httpStatus).toBe(404);
  expect((await answer(colleague, [file.id])).httpStatus).toBe(404);
  expect((await answer(operator, [file.id])).body).toMatchObject({ seq: 2, state: 'answered' });
  expect(await drafted(operator)).toEqual([]);
  const { ticket } = (await cabinet.post(getTicket, { ...own, id })).body;
  expect(ticket.messages[1]?.files).toMatchObject([{ id: file.id, name: 'відповідь.pdf' }]);
  expect((await load(own, file.id)).httpStatus).toBe(200);
  expect(await statusFor(colleague)).toBe(200);
  expect((await load(await customer(), file.id)).httpStatus).toBe(404);
  // Of the same account, but of another cabinet: a former owner.
  const former = { account: own.account, token: await cabinet.signIn([own.account]) };
  expect((await load(former, file.id)).httpStatus).toBe(404);
  const theirs = (await send(former, [])).body.ticket.id;
  const loose = (await attach(operator)).body.file.id;
  expect((await answer(operator, [loose], { id: theirs })).httpStatus).toBe(404);
});
