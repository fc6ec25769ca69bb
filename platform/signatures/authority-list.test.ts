import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAuthorityList } from './authority-list.ts';
import { type Identity, makeIdentity, signDocument } from './testing/make-certificate.ts';

const now = Date.parse('2026-06-20T10:00:00Z');
const authority = (commonName: string, issuer?: Identity) =>
  makeIdentity({ kind: 'authority', subject: { commonName }, ...(issuer && { issuer }) });
const root = authority('Root');
const issuing = authority('CA', root);
const sealOfList = makeIdentity({ issuer: root, subject: { commonName: 'Seal', organizationName: 'ЦЗО' } });
const foreignRoot = authority('Foreign root');
const foreign = authority('Foreign CA', foreignRoot);
const person = makeIdentity({ issuer: issuing, subject: { commonName: 'Person' }, drfo: '2890123454' });
const stampServer = makeIdentity({
  kind: 'server',
  issuer: root,
  subject: { commonName: 'TSP' },
  purpose: '1.3.6.1.5.5.7.3.8',
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
const read = (file: Buffer) =>
  readAuthorityList({ file, roots: [derOf(root)], trusted: [derOf(root), derOf(issuing)], now });
const signed = (content: Buffer, by: Identity) => signDocument(by, content, { at: now, isAttached: true });
const namesOf = (list: ReturnType<typeof read>) =>
  list.kind === 'read' ? list.authorities.map(({ name }) => name) : list.kind;

describe('a file of certificates', () => {
  test('gives those that a root issued; others are counted', () => {
    const list = read(pem(root, issuing, foreignRoot, foreign, person, stampServer));
    expect(namesOf(list)).toEqual(['Root', 'CA', 'TSP']);
    expect(list).toMatchObject({ unproven: 2, skipped: 1, signedBy: null, registry: null });
  });

  test('does not give an authority whose certificate another key signed in the name of the root', () => {
    const impostor = makeIdentity({ kind: 'authority', subject: { commonName: 'Root' } });
    expect(read(derOf(authority('CA', impostor)))).toMatchObject({ authorities: [], unproven: 1 });
  });

  test('the shipped authority and its server of time stamps are issued by the shipped root', async () => {
    const folder = join(import.meta.dirname, '../../portal/modules/signatures/authorities');
    const [czo, ...others] = await Promise.all(
      ['czo-root-2020.cer', 'diia-2020.cer', 'diia-tsp-2023.cer'].map((file) => readFile(join(folder, file))),
    );
    for (const file of others)
      expect(readAuthorityList({ file, roots: [czo as Buffer], trusted: [], now })).toMatchObject({
        authorities: [{}],
        unproven: 0,
      });
  });
});

describe('a signed list', () => {
  const registry = Buffer.from('[{"issuerCNs":["CA"]}]');

  test('by the seal of the root gives certificates, also a new root, and a registry', () => {
    expect(namesOf(read(signed(pem(foreignRoot, foreign), sealOfList)))).toEqual([
      'Foreign root',
      'Foreign CA',
    ]);
    expect(read(signed(registry, sealOfList))).toMatchObject({
      signedBy: 'ЦЗО',
      registry: registry.toString(),
    });
  });

  test.each([
    ['a person of an authority', person],
    ['an authority', issuing],
    ['a server of time stamps', stampServer],
    ['somebody of a foreign root', makeIdentity({ issuer: foreignRoot, subject: { commonName: 'Seal' } })],
    ['a self-signed certificate', makeIdentity({ subject: { commonName: 'Seal' } })],
  ])('by %s is refused', (_, by) => {
    expect(read(signed(pem(foreign), by))).toEqual({ kind: 'badSignature' });
  });

  test('that was changed is refused', () => {
    const file = signed(registry, sealOfList);
    const at = file.indexOf('CA"]');
    file.write('XX', at);
    expect(read(file)).toEqual({ kind: 'badSignature' });
  });

  test('without its content is a file of certificates: its signer is no authority', () => {
    expect(namesOf(read(signDocument(sealOfList, registry, { at: now })))).toEqual([]);
  });
});

test('another file is refused', () => {
  expect(read(Buffer.from('%PDF-1.7 no certificates'))).toEqual({ kind: 'wrongFile' });
});
