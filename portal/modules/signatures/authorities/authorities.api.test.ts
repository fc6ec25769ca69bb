import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoice, makeInvoicedContract } from '#billing/testing/make-invoice.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  addAuthorities,
  decideAuthorities,
  listAuthorities,
  removeAuthority,
} from '#contract/signatures/authorities.ts';
import {
  addSignature,
  getSignedDocument,
  prepareDocument,
  signedDocumentFile,
} from '#contract/signatures.ts';
import type { Instant } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readAuthorities } from '#platform/signatures/certificate.ts';
import { type Identity, makeIdentity, signDocument } from '#platform/signatures/testing/make-certificate.ts';
import { published } from '#platform/signatures/testing/published.ts';
import { newId } from '#platform/uuid.ts';
import type { DB } from '#portal/database.gen.ts';
import { identityOf, signInDependent } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { seedAuthorities } from '../public.ts';
import { insertAuthorities } from './authority-store.ts';
import { insertProposal } from './proposal-store.ts';

const start = '2026-06-20T10:00:00Z';
const at = Date.parse(start);

const authority = (commonName: string, issuer?: Identity) =>
  makeIdentity({
    kind: 'authority',
    subject: { commonName },
    ...{ from: '2023-02-03T00:00:00Z', to: '2031-02-03T00:00:00Z' },
    ...(issuer && { issuer }),
  });
const central = authority('Central');
const seal = makeIdentity({ issuer: central, subject: { commonName: 'Seal', organizationName: 'ЦЗО' } });
const issuing = authority('Test CA', central);
const foreign = authority('Foreign');
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

let shop: AccountHandle;
let owner: string;
let second: string;
let customer: string;

const app = provideTestApp({ now: start, environment: { WORK_SECONDS: '0' } });

beforeAll(async () => {
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
  second = await app.signIn([], 'admin', ['owner']);
  await seedAuthorities(app.portalDb, { production: false }, at as Instant);
  // The central authority of the test stands for the one that comes with the product.
  await insertAuthorities(app.portalDb, readAuthorities(derOf(central))?.authorities ?? [], {
    ...{ at: at as Instant, by: null, origin: 'shipped' },
  });
});

const list = async () => (await app.post(listAuthorities, { token: owner })).body;
const add = (file: Buffer, token = owner) => app.post(addAuthorities, { token, file });
const named = async (name: string) => (await list()).authorities.find((one) => one.name === name);
const decide = (proposalId: string | undefined, decision: 'confirm' | 'withdraw', token = second) =>
  app.post(decideAuthorities, { token, proposalId, decision });
/** Adds a file by two owners. */
async function addByTwo(file: Buffer) {
  const { body } = await add(file);
  return { body, decided: await decide(body.proposals[0]?.proposalId, 'confirm') };
}
const signList = (content: Buffer) => signDocument(seal, content, { at, isAttached: true });
const remove = (authorityId: string, token = owner) => app.post(removeAuthority, { token, authorityId });
/** Removes an authority by two owners. */
async function removeByTwo(authorityId: string) {
  const { body } = await remove(authorityId);
  return (await decide(body.proposals[0]?.proposalId, 'confirm')).body;
}

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
  const bytes = await app.download(signedDocumentFile, payload);
  const file = signDocument(mazur, bytes.rawPayload, { at });
  const { httpStatus, body } = await app.post(addSignature, { ...own, documentId, requestId: newId(), file });
  return { documentId, answer: [httpStatus, body.code ?? body.status] };
}
const unknownIssuer = [422, 'signature.certificateUnknownIssuer'];

describe('authorities', () => {
  test('that are shipped say where they come from, until when they are valid and what their servers are', async () => {
    const { isNetworkOn, authorities, proposals } = await list();
    expect(isNetworkOn).toBe(false);
    expect(proposals).toEqual([]);
    expect(authorities.map(({ origin }) => origin).toSorted()).toEqual([
      ...['sample', 'shipped', 'shipped', 'shipped', 'shipped'],
    ]);
    for (const one of authorities) {
      expect(one).toMatchObject({ addedAt: new Date(at).toISOString(), addedBy: null, removedAt: null });
      expect(Date.parse(one.validTo)).toBeGreaterThan(Date.parse(one.validFrom));
    }
    expect(authorities.map(({ ocspUrl }) => ocspUrl)).toContain('http://ca.informjust.ua/services/ocsp/');
  });

  test.each([
    ['a PDF', 'signature.wrongList', () => Buffer.from('%PDF-1.7 no certificates')],
    ['an empty file', 'signature.wrongList', () => Buffer.alloc(0)],
    ['a cut certificate', 'signature.wrongList', () => derOf(issuing).subarray(0, 200)],
    ['a key file', 'signature.wrongList', () => published('test-diia.p12')],
    ['the certificate of a person', 'signature.noAuthorities', () => derOf(mazur)],
    ['an authority of another root', 'signature.unprovenAuthorities', () => derOf(foreign)],
    [
      'a list that a person signed',
      'signature.badList',
      () => signDocument(mazur, pem(foreign), { at, isAttached: true }),
    ],
    [
      'a registry without known names',
      'signature.noAuthorities',
      () => Buffer.from('[{"issuerCNs":["Unknown"]}]'),
    ],
    ['JSON of another form', 'signature.wrongList', () => Buffer.from('[{"names":[]}]')],
    ['a signed list of another form', 'signature.wrongList', () => signList(Buffer.from('[{"names":[]}]'))],
    ['JSON that is cut', 'signature.wrongList', () => Buffer.from('[{"issuerCNs":["Test')],
  ])('%s is refused: %s', async (_, code, file) => {
    const before = await list();
    const { httpStatus, body } = await add(file());
    expect([httpStatus, body.code]).toEqual([422, code]);
    expect(await list()).toEqual(before);
  });

  test('a refused file is named', async () => {
    const { body } = await add(published('test-diia.p12'));
    expect(body.message).toBe(
      'Потрібен файл надавачів: .p7s, .cer, .p7b або CAs.json. Це файл ключа. Нікому його не надсилайте.',
    );
  });

  test('above 5 MB are refused', async () => {
    const { httpStatus, body } = await add(Buffer.alloc(5 * 1024 * 1024 + 1, 0x30));
    expect([httpStatus, body.code]).toEqual([422, 'signature.fileTooLarge']);
  });

  test('of a file are trusted once a second owner confirms; persons and what no root issued are left out', async () => {
    expect((await sign()).answer).toEqual(unknownIssuer);
    app.clock.set((at + 60_000) as Instant);
    const { body } = await add(pem(central, issuing, foreign, mazur));
    expect(body).toMatchObject({ proposed: 1, known: 1, skipped: 1, unproven: 1 });
    expect(body.proposals).toMatchObject([
      { kind: 'certificates', names: [expect.stringContaining('Test CA, ')], signedBy: null, isOwn: true },
    ]);
    // The same file waits once.
    expect((await add(pem(central, issuing, foreign, mazur), second)).body.proposals).toHaveLength(1);
    const { proposalId } = body.proposals[0] ?? {};
    expect(await named('Test CA')).toBeUndefined();
    expect((await sign()).answer).toEqual(unknownIssuer);
    expect((await decide(proposalId, 'confirm', owner)).body.code).toBe('decisions.ownProposal');
    const dependent = await signInDependent(app, owner, ['owner']);
    expect((await decide(proposalId, 'confirm', dependent)).body.code).toBe('decisions.dependentPerson');
    expect(await named('Test CA')).toBeUndefined();
    expect((await decide(proposalId, 'confirm')).body.proposals).toEqual([]);
    const { login } = await app.portalDb
      .selectFrom('portal.administrator')
      .select('login')
      .where('identity_id', '=', await identityOf(app, owner))
      .executeTakeFirstOrThrow();
    expect(await named('Test CA')).toMatchObject({
      isRoot: false,
      origin: 'uploaded',
      validFrom: '2023-02-03T00:00:00.000Z',
      validTo: '2031-02-03T00:00:00.000Z',
      addedAt: '2026-06-20T10:01:00.000Z',
      addedBy: login,
    });
    expect((await sign()).answer).toEqual([200, 'success']);
    // The same decision again is the same answer; another one comes too late.
    expect((await decide(proposalId, 'confirm')).httpStatus).toBe(200);
    expect((await decide(proposalId, 'withdraw')).httpStatus).toBe(404);
    expect((await decide(newId(), 'confirm')).httpStatus).toBe(404);
    expect((await add(derOf(issuing))).body).toMatchObject({ proposed: 0, known: 1, proposals: [] });
    const { rows } = await sql<{ after: object }>`select after from portal.staff_change
      where subject = 'authority' order by change_number desc limit 2`.execute(app.portalDb);
    const names = [expect.stringContaining('Test CA, ')];
    expect(rows.map(({ after }) => after)).toEqual([
      { added: names, accountSince: expect.stringMatching(/^2026/) },
      { proposed: names },
    ]);
  });

  test('of a list with the seal of the root are proposed with its name, and withdrawn by their author', async () => {
    const { body } = await add(signList(pem(foreign)));
    expect(body).toMatchObject({ proposed: 1, unproven: 0, proposals: [{ signedBy: 'ЦЗО' }] });
    const { proposalId } = body.proposals[0] ?? {};
    expect((await decide(proposalId, 'withdraw', owner)).body.proposals).toEqual([]);
    expect((await decide(proposalId, 'confirm')).httpStatus).toBe(404);
    expect(await named('Foreign')).toBeUndefined();
    // A withdrawn file may be proposed again. A root that a list brought is trusted, but proves no other authority.
    expect((await addByTwo(signList(pem(foreign)))).decided.httpStatus).toBe(200);
    expect(await named('Foreign')).toMatchObject({ isRoot: true, origin: 'uploaded' });
    expect((await add(derOf(authority('Child', foreign)))).body.code).toBe('signature.unprovenAuthorities');
  });

  test('are trusted until a second owner confirms that they are not', async () => {
    const { authorityId = '', name, serial } = (await named('Test CA')) ?? {};
    const { body } = await remove(authorityId);
    expect(body.proposals).toMatchObject([
      { kind: 'removal', names: [`${name}, ${serial}`], signedBy: null, isOwn: true },
    ]);
    // The same removal waits once, also when another owner proposes it.
    expect((await remove(authorityId, second)).body.proposals).toHaveLength(1);
    const { proposalId } = body.proposals[0] ?? {};
    expect((await decide(proposalId, 'confirm', owner)).body.code).toBe('decisions.ownProposal');
    const dependent = await signInDependent(app, owner, ['owner']);
    expect((await decide(proposalId, 'confirm', dependent)).body.code).toBe('decisions.dependentPerson');
    expect((await sign()).answer).toEqual([200, 'success']);
    expect((await decide(proposalId, 'withdraw', owner)).body.proposals).toEqual([]);
    expect((await decide(proposalId, 'confirm')).httpStatus).toBe(404);
    expect((await named('Test CA'))?.removedAt).toBeNull();
  });

  test('that are trusted no longer make new signatures untrusted; those that were judged stay; two owners bring them back', async () => {
    const before = await sign();
    expect(before.answer).toEqual([200, 'success']);
    const { authorityId = '' } = (await named('Test CA')) ?? {};
    const { authorities } = await removeByTwo(authorityId);
    // Those that are not trusted come last.
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
    expect((await named('Test CA'))?.removedAt).not.toBeNull();
    expect((await addByTwo(derOf(issuing))).body).toMatchObject({ proposed: 1, known: 0 });
    expect((await sign()).answer).toEqual([200, 'success']);
  });

  test('are proposed once at a time, also when PostgreSQL plans for all values', async () => {
    const { db, close } = connectDatabase<DB>({ url: app.url, poolSize: 1, planOnce: true });
    const authorId = await identityOf(app, await app.signIn([], 'admin', ['owner']));
    const proposal = {
      contentKey: 'planned-once',
      content: { certificates: [], registry: [], removed: [] },
      names: ['Test CA'],
      signedBy: null,
      authorId,
      at: at as Instant,
    };
    try {
      expect([await insertProposal(db, proposal), await insertProposal(db, proposal)]).toEqual([true, false]);
    } finally {
      await sql`delete from portal.authority_proposal where content_key = 'planned-once'`.execute(db);
      await close();
    }
  });

  test('that are shipped stay removed after a start', async () => {
    const shipped = (await list()).authorities.find(
      ({ origin, name }) => origin === 'shipped' && name !== 'Central',
    );
    const { authorityId = '' } = shipped ?? {};
    await removeByTwo(authorityId);
    await seedAuthorities(app.portalDb, { production: false }, at as Instant);
    const found = (await list()).authorities.find((one) => one.authorityId === authorityId);
    expect(found?.removedAt).not.toBeNull();
  });

  test.each(['as published', 'signed'])(
    'of the registry CAs.json, %s, get the addresses of their servers, which replace the ones before',
    async (how) => {
      const registry = (rows: object[]) => {
        const file = Buffer.from(`\uFEFF${JSON.stringify(rows)}`);
        return how === 'signed' ? signList(file) : file;
      };
      const row = {
        issuerCNs: ['Foreign', 'Test CA'],
        address: 'ca.example.ua',
        ocspAccessPointAddress: `ca.example.ua/services/${how === 'signed'}/`,
        ocspAccessPointPort: '80',
        tspAddress: 'http://ca.example.ua/services/tsp/',
        tspAddressPort: 8080,
        cmpAddress: 'ca.example.ua/services/cmp/',
        codeEDRPOU: '1',
      };
      const urls = {
        ocspUrl: `http://ca.example.ua/services/${how === 'signed'}/`,
        tspUrl: 'http://ca.example.ua:8080/services/tsp/',
        cmpUrl: 'http://ca.example.ua/services/cmp/',
      };
      const { body } = await add(registry([row, { issuerCNs: ['Unknown'] }]));
      expect(body).toMatchObject({ proposed: 2, known: 0, proposals: [{ kind: 'addresses' }] });
      expect(await named('Test CA')).not.toMatchObject(urls);
      await decide(body.proposals[0]?.proposalId, 'confirm');
      for (const name of row.issuerCNs) expect(await named(name)).toMatchObject(urls);
      // A server that a later registry has no more is removed; an address that can't be one is none.
      const later = {
        issuerCNs: ['Test CA'],
        ocspAccessPointAddress: 'http://user@ca.example.ua/',
        tspAddress: '',
      };
      await addByTwo(registry([later]));
      expect(await named('Test CA')).toMatchObject({ ocspUrl: null, tspUrl: null, cmpUrl: null });
      expect(await named('Foreign')).toMatchObject(urls);
    },
  );
});
