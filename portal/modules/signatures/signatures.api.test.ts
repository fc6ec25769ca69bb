import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { algos } from '@ugla/barvinok-algos';
import { unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoice, makeInvoicedContract } from '#billing/testing/make-invoice.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import type { Call, OutputOf } from '#contract/define-call.ts';
import {
  addSignature,
  addSigner,
  endSigner,
  getSignedDocument,
  listSignedDocuments,
  type listSigners,
  monthArchive,
  prepareDocument,
  removeSigner,
  signatureArchive,
  signedDocumentFile,
  signersPage,
  timeStamp,
} from '#contract/signatures.ts';
import type { Instant } from '#domain/time/instant.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { readAuthorities } from '#platform/signatures/certificate.ts';
import { startAuthorityServer } from '#platform/signatures/testing/fake-authority-server.ts';
import { makeIdentity, openKeys, signDocument } from '#platform/signatures/testing/make-certificate.ts';
import { fox, openPublishedSeal, published, validThen } from '#platform/signatures/testing/published.ts';
import { addTimeStamp, digestToStamp } from '#platform/signatures/time-stamp.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { insertAuthorities } from './authorities/authority-store.ts';
import { sealTasks, seedAuthorities } from './public.ts';

const start = '2026-06-20T10:00:00Z';
const at = Date.parse(start);
const company = { edrpou: '44703160', organization: 'Chain' };

const root = makeIdentity({ kind: 'authority', subject: { commonName: 'Test root' } });
const authority = makeIdentity({ kind: 'authority', issuer: root, subject: { commonName: 'Test CA' } });
const person = (commonName: string, drfo: string, more: { edrpou?: string; to?: string } = {}) =>
  makeIdentity({
    issuer: authority,
    drfo,
    edrpou: company.edrpou,
    subject: { commonName, organizationName: company.organization },
    ...more,
  });
const mazur = person('Мазур Ірина', '2890123454');
const koval = person('Коваль Петро', '2763401233');
const seal = makeIdentity({
  issuer: authority,
  edrpou: company.edrpou,
  subject: { commonName: company.organization },
});

/** What «Дія.Підпис» makes unless it is asked for CAdES. */
const xadesContainer = Buffer.from(
  zipSync({
    mimetype: [Buffer.from('application/vnd.etsi.asic-e+zip'), { level: 0 }],
    'document.pdf': fox,
    'META-INF/manifest.xml': Buffer.from('<manifest/>'),
    'META-INF/signatures001.xml': Buffer.from('<asic:XAdESSignatures/>'),
  }),
);

/** An XML document that holds its signature. */
const xadesFile = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?><act>${'<row/>'.repeat(2000)}<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
  <ds:Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"/></ds:Object></ds:Signature></act>`,
);

let cabinet: TestApp;
let folder: string;
let environment: Record<string, string>;
let servers: Awaited<ReturnType<typeof startAuthorityServer>>;
let shop: AccountHandle;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signatures-'));
  servers = await startAuthorityServer(authority, () => cabinet.clock.now());
  const [priv] = openKeys(await readFile('sample/signatures/seal-key.dat'), 'password', algos());
  if (priv === undefined) throw new Error('no key of the seal');
  const ofSupplier = makeIdentity({
    issuer: authority,
    priv,
    edrpou: '14360570',
    subject: { commonName: 'Supplier' },
  });
  await writeFile(join(folder, 'seal.cer'), ofSupplier.certificate.as_asn1());
  environment = {
    SVITLO_DATA: folder,
    WORK_SECONDS: '0',
    SIGNATURE_NETWORK: 'on',
    SEAL_KEY_FILE: 'sample/signatures/seal-key.dat',
    SEAL_PASSWORD: 'password',
    SEAL_CERTIFICATE_FILE: join(folder, 'seal.cer'),
  };
  cabinet = await startTestApp(start, environment);
  const db = cabinet.billingDb;
  await makeSupplier(db);
  shop = await makeAccount(db, { customerType: 'entity' });
  await makeInvoicedContract(db, shop);
  await sql`update billing.customer set tax_code = ${company.edrpou} where customer_id = ${shop.customerId}`.execute(
    db,
  );
  for (const period of ['2026-03', '2026-04', '2026-05'])
    await makeInvoice(db, shop, {
      period,
      dueOn: '2026-06-20',
      quantity: 100,
      net: '1000.00',
      vat: '200.00',
      lines: [{ component: 'fixed', quantity: 100, price: '10', sum: '1000.00' }],
    });
  token = await cabinet.signIn([shop.accountNumber], 'entity');
  await seedAuthorities(cabinet.portalDb, { production: true }, at as Instant);
  const facts = [root, authority].flatMap(
    ({ certificate }) => readAuthorities(certificate.as_asn1())?.authorities ?? [],
  );
  const withUrls = facts.map((one) => ({ ...one, ocspUrl: servers.ocspUrl, tspUrl: servers.tspUrl }));
  await insertAuthorities(cabinet.portalDb, withUrls, { at: at as Instant, by: 'owner', origin: 'uploaded' });
});

beforeEach(() => {
  Object.assign(servers.state, { ocsp: 'good', tsp: 'good' });
  cabinet.clock.set(at as Instant);
});

afterAll(async () => {
  await cabinet.close();
  await servers.close();
  await rm(folder, { recursive: true, force: true });
});

const ofShop = () => ({ token, account: shop.accountNumber });

async function prepare(subject = '2026-05', more: object = {}) {
  const asked = { ...ofShop(), kind: 'acceptanceAct', subject, requestId: newId(), ...more };
  return (await cabinet.post(prepareDocument, asked)).body.document;
}

async function fileOf(call: Call, fields: object) {
  const payload = { ...ofShop(), ...fields };
  const response = await cabinet.download(call, payload);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

/** A new edition, so that nobody has signed it. */
async function newDocument(period = '2026-05') {
  const document = await prepare(period, { newEdition: true });
  const bytes = await fileOf(signedDocumentFile, { documentId: document.documentId });
  return { ...document, bytes };
}

const add = (documentId: string, file: Buffer, requestId = newId()) =>
  cabinet.post(addSignature, { ...ofShop(), documentId, requestId, file });

let unsigned: Awaited<ReturnType<typeof newDocument>> | undefined;

/** Signs a document that nobody has signed: the one before when its signature was refused. */
async function signUnsigned(file: (bytes: Buffer) => Buffer) {
  unsigned ??= await newDocument('2026-04');
  const { documentId, bytes } = unsigned;
  const answer = await add(documentId, file(bytes));
  if (answer.httpStatus === 200) unsigned = undefined;
  return answer;
}

async function codeOf(file: (bytes: Buffer) => Buffer) {
  const { httpStatus, body } = await signUnsigned(file);
  return [httpStatus, body.code ?? body.status];
}

const runSeal = async () => {
  const errors: string[] = [];
  const config = readConfig(environment);
  await runJobsOnce({
    url: cabinet.url,
    tasks: sealTasks({
      db: cabinet.portalDb,
      files: openFileStore({ dataFolder: folder }),
      clock: cabinet.clock,
      config,
    }),
    onError: (error) => void errors.push(String(error)),
  });
  return errors;
};

describe('a prepared document', () => {
  test('is frozen once for a subject, and anew only when a new edition is asked for', async () => {
    const requestId = newId();
    const first = await prepare('2026-03', { requestId });
    expect(first).toMatchObject({
      kind: 'acceptanceAct',
      subject: '2026-03',
      edition: 1,
      isLatest: true,
      state: 'unsigned',
      supplierSignature: 'afterCustomer',
      signatures: [],
    });
    expect((await prepare('2026-03')).documentId).toBe(first.documentId);
    const bytes = await fileOf(signedDocumentFile, { documentId: first.documentId });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(first.sha256);
    expect(bytes.length).toBe(first.byteCount);
    const next = await prepare('2026-03', { newEdition: true });
    expect([next.edition, next.documentId]).not.toContain(first.documentId);
    expect(next.edition).toBe(2);
    const old = await cabinet.post(getSignedDocument, { ...ofShop(), documentId: first.documentId });
    expect(old.body.document.isLatest).toBe(false);
    const again = await prepare('2026-03', { requestId, newEdition: true });
    expect(again.documentId).toBe(first.documentId);
    const reused = await cabinet.post(prepareDocument, {
      ...ofShop(),
      kind: 'acceptanceAct',
      subject: '2026-04',
      requestId,
    });
    expect([reused.httpStatus, reused.body.code]).toEqual([409, 'common.requestReused']);
    const listed = await cabinet.post(listSignedDocuments, { ...ofShop(), subject: '2026-03' });
    expect(listed.body.documents.map(({ edition }) => edition)).toEqual([2, 1]);
  });

  test('of two concurrent requests is one', async () => {
    const both = await Promise.all([prepare('2026-04'), prepare('2026-04')]);
    expect(both[0].documentId).toBe(both[1].documentId);
  });

  test.each([
    ['acceptanceAct', '2020-01'],
    ['acceptanceAct', '0199f000-0000-7000-8000-000000000001'],
    ['reconciliationAct', '2026-05'],
    ['reconciliationAct', '0199f000-0000-7000-8000-000000000001'],
    ['readingReport', '2020-01'],
  ])('of %s %s is not found', async (kind, subject) => {
    const { httpStatus } = await cabinet.post(prepareDocument, {
      ...ofShop(),
      kind,
      subject,
      requestId: newId(),
    });
    expect([404, 422]).toContain(httpStatus);
  });
});

describe('a signature', () => {
  test('of the customer is kept, then the seal of the supplier signs with a time stamp', async () => {
    const { documentId, bytes, fileName } = await newDocument();
    const requestId = newId();
    const file = signDocument(mazur, bytes, { at });
    const { body } = await add(documentId, file, requestId);
    expect(body.message).toBe('Підпис перевірено і додано.');
    expect(body.document).toMatchObject({
      state: 'signedByCustomer',
      supplierSignature: 'pending',
      signatures: [
        {
          party: 'customer',
          isSeal: false,
          signerName: 'Мазур Ірина',
          edrpou: company.edrpou,
          drfo: '2890123454',
          issuer: 'Test CA',
          revocation: 'good',
          timeStampedAt: null,
        },
      ],
    });
    expect((await add(documentId, file, requestId)).body.document.signatures).toHaveLength(1);
    const reused = await add(documentId, Buffer.from('another file'), requestId);
    expect(reused.body.code).toBe('common.requestReused');

    expect(await runSeal()).toEqual([]);
    const { document } = (await cabinet.post(getSignedDocument, { ...ofShop(), documentId })).body;
    expect(document).toMatchObject({ state: 'signedByBoth', supplierSignature: 'signed' });
    expect(document.signatures[1]).toMatchObject({
      party: 'supplier',
      isSeal: true,
      edrpou: '14360570',
      drfo: null,
      timeStampedAt: new Date(at).toISOString(),
    });

    const page = readPdfText(await fileOf(signersPage, { documentId }));
    for (const text of ['Мазур Ірина', company.edrpou, '2890123454', 'Test CA', 'Supplier', 'позначкою часу'])
      expect(page).toContain(text);
    const archive = unzipSync(await fileOf(signatureArchive, { documentId }));
    const base = `44703160_14360570_20260620_Акт_A-${shop.accountNumber}-052026`;
    const names = Object.keys(archive);
    expect(names).toHaveLength(4);
    for (const name of names) expect(name.startsWith(base)).toBe(true);
    expect(names.map((name) => name.slice(name.lastIndexOf('.')))).toEqual(['.pdf', '.p7s', '.p7s', '.pdf']);
    expect(Buffer.from(Object.values(archive)[0] ?? [])).toEqual(bytes);
    expect(Buffer.from(Object.values(archive)[1] ?? [])).toEqual(file);
    const month = Object.keys(unzipSync(await fileOf(monthArchive, { period: '2026-05' })));
    // The invoice and its table; of the act only what is signed.
    expect(month).toHaveLength(2 + names.length);
    expect(month).toEqual(expect.arrayContaining(names));
    expect(fileName).toMatch(/\.pdf$/);
  });

  test('of a second person of the company is not needed, and says who was first; a seal may follow a person', async () => {
    const { documentId, bytes } = await newDocument();
    const alone = await add(documentId, signDocument(seal, bytes, { at }));
    expect(alone.body).toMatchObject({ code: 'signature.sealAlone' });
    const answers = await Promise.all(
      [mazur, koval].map((one) => add(documentId, signDocument(one, bytes, { at, isAttached: true }))),
    );
    const taken = answers.find(({ httpStatus }) => httpStatus === 200);
    const refused = answers.find(({ httpStatus }) => httpStatus !== 200);
    expect(refused?.body.code).toBe('signature.alreadySigned');
    expect(refused?.body.message).toContain(taken?.body.document.signatures[0]?.signerName);
    const sealed = await add(documentId, signDocument(seal, bytes, { at }));
    expect(sealed.body.document.signatures.map(({ isSeal }) => isSeal)).toEqual([false, true]);
  });

  test('with a time stamp, got of the server, counts after the certificate has expired', async () => {
    const { documentId, bytes } = await newDocument();
    const brief = person('Короткий Іван', '2999999991', { to: '2026-06-20T10:05:00Z' });
    const signature = signDocument(brief, bytes, { at });
    const asked = { ...ofShop(), digest: digestToStamp(signature).toString('base64') };
    const stamp = (await cabinet.post(timeStamp, { ...asked, tspUrl: servers.tspUrl })).body;
    expect(stamp.message).toBeNull();
    servers.state.tsp = 'silent';
    expect((await cabinet.post(timeStamp, asked)).body).toMatchObject({
      token: null,
      message: 'Сервер часу не відповів: підпис буде без позначки часу.',
    });
    const before = servers.state.asked;
    await cabinet.post(timeStamp, { ...asked, tspUrl: 'http://127.0.0.1:1/tsp' });
    expect(servers.state.asked).toBeGreaterThan(before);
    cabinet.clock.set(Date.parse('2026-06-20T10:10:00Z') as Instant);
    expect((await add(documentId, signature)).body).toMatchObject({
      code: 'signature.certificateExpired',
      message: 'Термін дії сертифіката підпису минув 20.06.2026.',
    });
    const stamped = addTimeStamp(signature, Buffer.from(stamp.token ?? '', 'base64'));
    expect((await add(documentId, stamped)).body.document.signatures[0]?.timeStampedAt).toBe(
      new Date(at).toISOString(),
    );
  });

  // Other reasons and answers: platform/signatures/judge-signature.test.ts and ask-authority.api.test.ts.
  test('is refused with the code of its reason, when it is revoked and when its authority is silent', async () => {
    expect(await codeOf(() => signDocument(mazur, fox, { at }))).toEqual([422, 'signature.broken']);
    const { bytes } = unsigned ?? (await newDocument());
    const file = signDocument(mazur, bytes, { at });
    for (const [state, code] of [
      ['revoked', 'certificateRevoked'],
      ['silent', 'certificateStatusUnavailable'],
    ] as const) {
      servers.state.ocsp = state;
      expect(await codeOf(() => file)).toEqual([422, `signature.${code}`]);
    }
  });

  test.each([
    [
      'wrongFile',
      'Потрібен файл підпису: .p7s або .asice. Це файл ключа. Щоб підписати ним, оберіть «Підписати ключем».',
      () => published('test-jks.jks'),
    ],
    ['wrongFile', 'Це сертифікат.', () => published('diia-test-sign-7775603.cer')],
    ['wrongFile', 'Це документ PDF.', () => Buffer.from('%PDF-1.7')],
    ['wrongFile', 'Це архів. Розпакуйте', () => Buffer.from(zipSync({ 'act.pdf': fox, 'act.pdf.p7s': fox }))],
    ['xades', 'У застосунку оберіть CAdES', () => xadesContainer],
    ['xades', 'У застосунку оберіть CAdES', () => xadesFile],
    ['wrongFile', 'Це файл XML.', () => Buffer.from('<?xml version="1.0"?><act/>')],
  ])('is refused as %s, which says what was found: %s', async (code, words, file) => {
    const { body } = await signUnsigned(file);
    expect(body.code).toBe(`signature.${code}`);
    expect(body.message).toContain(words);
  });

  test('of the published key is a seal of another company while it was valid', async () => {
    cabinet.clock.set(validThen as Instant);
    const signed = (bytes: Buffer) => signDocument(openPublishedSeal(), bytes, { at: validThen });
    expect(await codeOf(signed)).toEqual([422, 'signature.ownerMismatch']);
  });

  test('counts only of persons on the list of signers, while their powers last and cover the kind', async () => {
    const by = (one: typeof mazur) => (bytes: Buffer) => signDocument(one, bytes, { at });
    const signersOf = async (call: Call, fields: object) =>
      (await cabinet.post(call, { ...ofShop(), ...fields })).body as unknown as OutputOf<typeof listSigners>;
    const power = {
      drfo: '2763401233',
      fullName: 'Коваль Петро',
      post: 'заступник директора',
      ground: 'наказ № 1',
      kinds: ['reconciliationAct'],
      validFrom: '2026-01-01',
      validTo: '2026-05-31',
    };
    const signer = (more: object) => ({ signer: { ...power, ...more } });
    const entries = [
      await signersOf(addSigner, signer({})),
      await signersOf(addSigner, signer({ validFrom: '2026-06-01', validTo: null })),
    ];
    // Mazur is not on the list; Koval may sign other kinds.
    expect(await codeOf(by(mazur))).toEqual([422, 'signature.noPowers']);
    expect(await codeOf(by(koval))).toEqual([422, 'signature.noPowers']);
    const [current] = entries[1]?.signers ?? [];
    expect(current).toMatchObject({ state: 'active', validTo: null });
    await signersOf(removeSigner, { signerId: current?.signerId });
    const again = await signersOf(addSigner, signer({ kinds: null, validFrom: '2026-06-01', validTo: null }));
    const { signerId } = again.signers[0] as { signerId: string };
    await signersOf(endSigner, { signerId, lastDay: '2026-06-20' });
    expect(await codeOf(by(koval))).toEqual([200, 'success']);
    const ended = await signersOf(endSigner, { signerId, lastDay: '2026-06-19' });
    // A list of powers that ended is a list.
    expect(ended.signers.map(({ state }) => state)).toEqual(['ended', 'ended']);
    expect(await codeOf(by(koval))).toEqual([422, 'signature.noPowers']);
    for (const entry of ended.signers) await signersOf(removeSigner, { signerId: entry.signerId });
  });
});

describe('hostile files', () => {
  const nested = (levels: number) => {
    const parts = Array.from({ length: levels }, (_, index) =>
      Buffer.from([0x30, 0x84, 0, 0, 0xff - (index % 2), 0]),
    );
    return Buffer.concat([...parts, Buffer.alloc(1000)]);
  };

  test('are refused, and the next signature is judged', async () => {
    for (const file of [nested(100_000), Buffer.alloc(20_000_000, 0x30)])
      expect(await codeOf(() => file)).toEqual([
        422,
        expect.stringMatching(/^signature\.(wrongFile|broken)$/),
      ]);
    expect(await codeOf((bytes) => signDocument(mazur, bytes, { at }))).toEqual([200, 'success']);
  });
});

test('nobody changes or deletes what was signed, also in SQL', async () => {
  const { portalDb } = cabinet;
  for (const table of ['signed_document', 'document_signature'])
    for (const statement of [`delete from portal.${table}`, `update portal.${table} set added_at = now()`])
      await expect(
        sql
          .raw(statement.replace('signed_document set added_at', 'signed_document set frozen_at'))
          .execute(portalDb),
      ).rejects.toThrow('append-only');
});
