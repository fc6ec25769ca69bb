import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoice, makeInvoicedContract } from '#billing/testing/make-invoice.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addAuthorities, listAuthorities, removeAuthority } from '#contract/signatures/authorities.ts';
import {
  addSignature,
  getSignedDocument,
  prepareDocument,
  signedDocumentFile,
} from '#contract/signatures.ts';
import type { Instant } from '#domain/time/instant.ts';
import { type Identity, makeIdentity, signDocument } from '#platform/signatures/testing/make-certificate.ts';
import { published } from '#platform/signatures/testing/published.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { seedAuthorities } from '../public.ts';

const start = '2026-06-20T10:00:00Z';
const at = Date.parse(start);

const root = makeIdentity({
  kind: 'authority',
  subject: { commonName: 'Test root' },
  from: '2023-02-03T00:00:00Z',
  to: '2031-02-03T00:00:00Z',
});
const issuing = makeIdentity({ kind: 'authority', issuer: root, subject: { commonName: 'Test CA' } });
const mazur = makeIdentity({
  issuer: issuing,
  drfo: '2890123454',
  edrpou: '44703160',
  subject: { commonName: 'Мазур Ірина' },
});

const derOf = ({ certificate }: Identity) => certificate.as_asn1();
const pem = (...identities: readonly Identity[]) =>
  Buffer.from(
    identities
      .map(
        (one) => `-----BEGIN CERTIFICATE-----\n${derOf(one).toString('base64')}\n-----END CERTIFICATE-----\n`,
      )
      .join(''),
  );

let app: TestApp;
let shop: AccountHandle;
let owner: string;
let customer: string;

beforeAll(async () => {
  app = await startTestApp(start, { WORK_SECONDS: '0' });
  const db = app.billingDb;
  await makeSupplier(db);
  shop = await makeAccount(db, { customerType: 'entity' });
  await makeInvoicedContract(db, shop);
  await sql`update billing.customer set tax_code = '44703160' where customer_id = ${shop.customerId}`.execute(
    db,
  );
  await makeInvoice(db, shop, {
    period: '2026-05',
    dueOn: '2026-06-20',
    quantity: 100,
    net: '1000.00',
    vat: '200.00',
    lines: [{ component: 'fixed', quantity: 100, price: '10', sum: '1000.00' }],
  });
  customer = await app.signIn([shop.accountNumber], 'entity');
  owner = await app.signIn([], 'admin', ['owner']);
  await seedAuthorities(app.portalDb, { production: false }, at as Instant);
});
afterAll(() => app.close());

const list = async () => (await app.post(listAuthorities, { token: owner })).body;
const add = (file: Buffer, token = owner) => app.post(addAuthorities, { token, file });
const named = async (name: string) => (await list()).authorities.find((one) => one.name === name);
const remove = (authorityId: string, token = owner) => app.post(removeAuthority, { token, authorityId });

/** What becomes of a signature of a new edition of an act. */
async function sign() {
  const own = { token: customer, account: shop.accountNumber };
  const subject = {
    kind: 'acceptanceAct',
    subject: '2026-05',
    newEdition: true,
    requestId: newId(),
  } as const;
  const { documentId } = (await app.post(prepareDocument, { ...own, ...subject })).body.document;
  const payload = { ...own, documentId };
  const bytes = await app.app.inject({ method: 'POST', url: signedDocumentFile.path, payload });
  const file = signDocument(mazur, bytes.rawPayload, { at });
  const { httpStatus, body } = await app.post(addSignature, { ...own, documentId, requestId: newId(), file });
  return { documentId, answer: [httpStatus, body.code ?? body.status] };
}
const unknownIssuer = [422, 'signature.certificateUnknownIssuer'];

describe('authorities', () => {
  test('that are shipped say where they come from, until when they stand and what their servers are', async () => {
    const { isNetworkOn, authorities } = await list();
    expect(isNetworkOn).toBe(false);
    expect(authorities.map(({ origin }) => origin).toSorted()).toEqual([
      'sample',
      'shipped',
      'shipped',
      'shipped',
    ]);
    for (const one of authorities) {
      expect(one).toMatchObject({ addedAt: new Date(at).toISOString(), addedBy: null, removedAt: null });
      expect(Date.parse(one.validTo)).toBeGreaterThan(Date.parse(one.validFrom));
    }
    expect(authorities.map(({ ocspUrl }) => ocspUrl)).toContain('http://ca.informjust.ua/services/ocsp/');
  });

  test('are of the owner alone', async () => {
    const { authorityId = '' } = (await list()).authorities[0] ?? {};
    for (const role of ['operator', 'billing', 'content', 'analyst'] as const) {
      const token = await app.signIn([], 'admin', [role]);
      const answers = [
        await app.post(listAuthorities, { token }),
        await add(pem(root), token),
        await remove(authorityId, token),
      ];
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([403, 403, 403]);
    }
    expect((await add(pem(root), customer)).httpStatus).toBe(403);
    expect(await named('Test root')).toBeUndefined();
  });

  test.each([
    ['a PDF', 'signature.wrongFile', () => Buffer.from('%PDF-1.7 no certificates')],
    ['an empty file', 'signature.wrongFile', () => Buffer.alloc(0)],
    ['a cut certificate', 'signature.wrongFile', () => derOf(root).subarray(0, 200)],
    ['a key file', 'signature.wrongFile', () => published('test-diia.p12')],
    ['the certificate of a person', 'signature.noAuthorities', () => derOf(mazur)],
    [
      'a registry without known names',
      'signature.noAuthorities',
      () => Buffer.from('[{"issuerCNs":["Nobody"]}]'),
    ],
    ['JSON of another form', 'signature.wrongFile', () => Buffer.from('[{"names":[]}]')],
    ['JSON that is cut', 'signature.wrongFile', () => Buffer.from('[{"issuerCNs":["Test')],
  ])('%s is refused: %s', async (_, code, file) => {
    const before = (await list()).authorities;
    const { httpStatus, body } = await add(file());
    expect([httpStatus, body.code]).toEqual([422, code]);
    expect((await list()).authorities).toEqual(before);
  });

  test('above 5 MB are refused', async () => {
    const { httpStatus, body } = await add(Buffer.alloc(5 * 1024 * 1024 + 1, 0x30));
    expect([httpStatus, body.code]).toEqual([422, 'signature.fileTooLarge']);
  });

  test('of a file are added once, with their days and who added them; persons in it are left out', async () => {
    expect((await sign()).answer).toEqual(unknownIssuer);
    app.clock.set((at + 60_000) as Instant);
    expect((await add(pem(root, issuing, mazur))).body).toMatchObject({ added: 2, known: 0, skipped: 1 });
    const { login } = await app.portalDb
      .selectFrom('portal.administrator')
      .select('login')
      .orderBy('identity_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(await named('Test root')).toMatchObject({
      isRoot: true,
      origin: 'uploaded',
      validFrom: '2023-02-03T00:00:00.000Z',
      validTo: '2031-02-03T00:00:00.000Z',
      addedAt: '2026-06-20T10:01:00.000Z',
      addedBy: login,
    });
    expect((await add(derOf(root))).body).toMatchObject({ added: 0, known: 1, skipped: 0 });
    expect((await sign()).answer).toEqual([200, 'success']);
  });

  test('that are trusted no longer make new signatures untrusted; those that were judged stay; an upload brings them back', async () => {
    const before = await sign();
    expect(before.answer).toEqual([200, 'success']);
    const { authorityId = '' } = (await named('Test root')) ?? {};
    const { authorities } = (await remove(authorityId)).body;
    // Those that count no longer stand last.
    expect(authorities.at(-1)).toMatchObject({
      authorityId,
      removedAt: expect.stringMatching(/^2026-06-20T/),
    });
    expect((await remove(authorityId)).httpStatus).toBe(404);
    expect((await remove('0'.repeat(64))).httpStatus).toBe(404);
    expect((await remove('root')).httpStatus).toBe(400);
    expect((await sign()).answer).toEqual(unknownIssuer);
    const own = { token: customer, account: shop.accountNumber, documentId: before.documentId };
    const { document } = (await app.post(getSignedDocument, own)).body;
    expect(document).toMatchObject({
      state: 'signedByCustomer',
      signatures: [{ signerName: 'Мазур Ірина' }],
    });
    // A start does not trust it again, an upload does.
    await seedAuthorities(app.portalDb, { production: false }, at as Instant);
    expect((await named('Test root'))?.removedAt).not.toBeNull();
    expect((await add(derOf(root))).body).toMatchObject({ added: 1, known: 0 });
    expect((await sign()).answer).toEqual([200, 'success']);
  });

  test('that are shipped stay removed after a start', async () => {
    const shipped = (await list()).authorities.find(({ origin }) => origin === 'shipped');
    const { authorityId = '' } = shipped ?? {};
    await remove(authorityId);
    await seedAuthorities(app.portalDb, { production: false }, at as Instant);
    const found = (await list()).authorities.find((one) => one.authorityId === authorityId);
    expect(found?.removedAt).not.toBeNull();
  });

  test('of the registry CAs.json get the addresses of their servers, which replace the ones before', async () => {
    const registry = (rows: object[]) => Buffer.from(`\uFEFF${JSON.stringify(rows)}`);
    const row = {
      issuerCNs: ['Test root', 'Test CA'],
      address: 'ca.example.ua',
      ocspAccessPointAddress: 'ca.example.ua/services/ocsp/',
      ocspAccessPointPort: '80',
      tspAddress: 'http://ca.example.ua/services/tsp/',
      tspAddressPort: 8080,
      cmpAddress: 'ca.example.ua/services/cmp/',
      codeEDRPOU: '1',
    };
    expect((await add(registry([row, { issuerCNs: ['Nobody'] }]))).body).toMatchObject({
      added: 0,
      known: 2,
    });
    const urls = {
      ocspUrl: 'http://ca.example.ua/services/ocsp/',
      tspUrl: 'http://ca.example.ua:8080/services/tsp/',
      cmpUrl: 'http://ca.example.ua/services/cmp/',
    };
    for (const name of row.issuerCNs) expect(await named(name)).toMatchObject(urls);
    // A server that a later registry has no more is forgotten; an address that can't be one is none.
    const later = {
      issuerCNs: ['Test CA'],
      ocspAccessPointAddress: 'http://user@ca.example.ua/',
      tspAddress: '',
    };
    await add(registry([later]));
    expect(await named('Test CA')).toMatchObject({ ocspUrl: null, tspUrl: null, cmpUrl: null });
    expect(await named('Test root')).toMatchObject(urls);
  });
});
