import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readAuthorities } from './certificate.ts';
import { judgeSignature, type SignatureToJudge } from './judge-signature.ts';
import { gosthash, library } from './library.ts';
import { ocspSchemas, readOcspAnswer } from './ocsp.ts';
import { makeIdentity, signDocument } from './testing/make-certificate.ts';
import { makeOcspAnswer } from './testing/make-ocsp-answer.ts';
import { fox, openPublishedSeal, published, publishedSignature, validThen } from './testing/published.ts';

const shipped = ['czo-root-2020.cer', 'diia-2020.cer', 'diia-tsp-2023.cer'].map((name) =>
  readFileSync(join(import.meta.dirname, '../../portal/modules/signatures/authorities', name)),
);
const now = Date.parse('2026-11-26T10:00:00Z');

const root = makeIdentity({
  kind: 'authority',
  subject: { commonName: 'Test root', organizationName: 'Test' },
});
const authority = makeIdentity({
  kind: 'authority',
  issuer: root,
  subject: { commonName: 'Test authority' },
});
const codes = { edrpou: '41234569', drfo: '2890123456' };
const signer = makeIdentity({
  issuer: authority,
  subject: { surname: 'Petrenko', givenName: 'Olena', commonName: 'Petrenko Olena', title: 'Director' },
  ...codes,
});
const trusted = [root, authority].map(({ certificate }) => certificate.as_asn1());

function judge(file: Uint8Array, more: Partial<SignatureToJudge> = {}) {
  return judgeSignature({ file, document: fox, authorities: trusted, now, ...more });
}
const reasonOf = (...args: Parameters<typeof judge>) => {
  const judged = judge(...args);
  return judged.kind === 'refused' ? judged.reason : judged.kind;
};
const byPublished = { authorities: shipped, now: validThen };

describe('published signatures', () => {
  test.each(['attached', 'timeStamped', 'withAttributes', 'detached'] as const)('%s is good', (name) => {
    const judged = judge(publishedSignature(name).file, byPublished);
    expect(judged).toMatchObject({
      kind: 'good',
      container: 'p7s',
      signer: {
        edrpou: '43395033',
        drfo: null,
        ocspUrl: 'http://ca.informjust.ua/services/ocsp/',
        timeStampedAt: name === 'timeStamped' ? Date.parse('2023-09-19T18:17:19Z') : null,
      },
    });
  });

  test('a stamped one is good after its certificate has expired, others are told as expired', () => {
    expect(reasonOf(publishedSignature('timeStamped').file, { ...byPublished, now })).toBe('good');
    expect(judge(publishedSignature('attached').file, { ...byPublished, now })).toEqual({
      kind: 'refused',
      reason: 'certificateExpired',
      expiredAt: Date.parse('2024-04-05T17:57:59Z'),
    });
    const early = { ...byPublished, now: Date.parse('2022-01-01T00:00:00Z') };
    expect(reasonOf(publishedSignature('attached').file, early)).toBe('certificateNotYetValid');
  });

  test('of other bytes, by an authority that is not known, or with a stamp of nobody', () => {
    const { file, content } = publishedSignature('detachedOfOther');
    expect(reasonOf(file, { ...byPublished, document: content ?? fox })).toBe('broken');
    const other = Buffer.from(`${fox}.`);
    expect(reasonOf(publishedSignature('attached').file, { ...byPublished, document: other })).toBe('broken');
    const attached = publishedSignature('attached').file;
    expect(reasonOf(attached, { ...byPublished, authorities: trusted })).toBe('certificateUnknownIssuer');
    const [czo, diia] = shipped as [Buffer, Buffer];
    const withoutServer = judge(publishedSignature('timeStamped').file, {
      ...byPublished,
      authorities: [czo, diia],
    });
    expect(withoutServer).toMatchObject({ signer: { timeStampedAt: null } });
  });

  test('the published key signs while its certificate is valid', () => {
    const file = signDocument(openPublishedSeal(), fox, { at: validThen });
    expect(reasonOf(file, byPublished)).toBe('good');
  });
});

describe('a signature by a chain of two', () => {
  const file = signDocument(signer, fox, { at: now });

  test('names the signer, the post and the codes', () => {
    expect(judge(file)).toMatchObject({
      kind: 'good',
      signer: { name: 'Petrenko Olena', post: 'Director', ...codes, signedAt: now, issuer: 'Test authority' },
    });
  });

  test.each<[string, (body: string) => string]>([
    ['PEM', (body) => `-----BEGIN CMS-----\n${body}\n-----END CMS-----\n`],
    ['PEM behind other lines', (body) => `Підпис\r\n\r\n-----BEGIN CMS-----\n${body}\n-----END CMS-----\n`],
    ['base64', (body) => body],
    ['base64 behind a byte order mark', (body) => `\ufeff${body}`],
  ])('as %s is read, too', (_, write) => {
    expect(reasonOf(Buffer.from(write(file.toString('base64'))))).toBe('good');
  });

  test('names what a wrong file is', () => {
    expect(judge(published('test-jks.jks'))).toMatchObject({ reason: 'wrongFile', found: 'key' });
    expect(judge(Buffer.from('%PDF-1.7'))).toMatchObject({ reason: 'wrongFile', found: 'pdf' });
  });

  test('any byte of which is changed is refused, and never ends the process', () => {
    const codesSeen = new Set<string>();
    for (let at = 0; at < file.length; at += 23) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      codesSeen.add(reasonOf(changed));
    }
    // Bytes around what is signed may change nothing.
    expect(codesSeen).toContain('broken');
    const value = Buffer.from(file);
    value[file.length - 3] = (value[file.length - 3] ?? 0) ^ 1;
    expect(reasonOf(value)).toBe('broken');
  });

  test('cut off at any place is no signature', () => {
    for (let length = 0; length < file.length; length += 61)
      expect(['wrongFile', 'broken']).toContain(reasonOf(file.subarray(0, length)));
  });

  test('whose digest is empty is broken, though the library takes it', () => {
    const { priv, certificate } = signer;
    const message = new library.models.Message({
      type: 'signedData',
      cert: certificate,
      signer: priv,
      hash: gosthash,
      dataHash: Buffer.alloc(0),
      data: null,
      signTime: now / 1000,
    });
    expect(reasonOf(message.as_asn1())).toBe('broken');
  });

  test('certificates that may not sign, of a CA that may not issue, or that have expired', () => {
    const expired = makeIdentity({
      issuer: authority,
      subject: { commonName: 'A' },
      to: '2025-01-01T00:00:00Z',
    });
    expect(reasonOf(signDocument(expired, fox, { at: now }))).toBe('certificateExpired');
    expect(reasonOf(signDocument(expired, fox, { at: Date.parse('2024-06-01T00:00:00Z') }))).toBe(
      'certificateExpired',
    );
    const agreement = makeIdentity({ issuer: authority, subject: { commonName: 'A' }, usage: 0x08 });
    expect(reasonOf(signDocument(agreement, fox, { at: now }))).toBe('notForSigning');
    const ofSigner = makeIdentity({ issuer: signer, subject: { commonName: 'A' } });
    const withSigner = [...trusted, signer.certificate.as_asn1()];
    expect(reasonOf(signDocument(ofSigner, fox, { at: now }), { authorities: withSigner })).toBe(
      'certificateUnknownIssuer',
    );
    const alone = makeIdentity({ subject: { commonName: 'Test root', organizationName: 'Test' } });
    expect(reasonOf(signDocument(alone, fox, { at: now }))).toBe('certificateUnknownIssuer');
  });
});

test('RSA is told as not supported, other files as no signature', () => {
  for (const name of ['test-jks.jks', 'test-diia.p12', 'diia-test-sign-7775603.cer'])
    expect(reasonOf(published(name))).toBe('wrongFile');
  expect(reasonOf(Buffer.from('%PDF-1.7'))).toBe('wrongFile');
  expect(reasonOf(readFileSync(join(import.meta.dirname, 'testing/rsa-signature.p7s')))).toBe(
    'algorithmUnsupported',
  );
});

describe('hostile messages', () => {
  const nested = (depth: number) => {
    let content = Buffer.alloc(0);
    for (let level = 0; level < depth; level += 1) {
      const size = content.length;
      content = Buffer.concat([
        Buffer.from([0x30, 0x83, size >> 16, (size >> 8) & 0xff, size & 0xff]),
        content,
      ]);
    }
    return content;
  };

  test.each([
    ['a length of four gigabytes', Buffer.from('3084ffffffff06092a864886f70d010702', 'hex')],
    ['an indefinite length', Buffer.concat([Buffer.from('3080', 'hex'), Buffer.alloc(5000, 0x30)])],
    ['2,000 levels', nested(2000)],
    ['zeros', Buffer.alloc(100_000)],
    ['a signedData of nothing', Buffer.from('300b06092a864886f70d010702', 'hex')],
  ])('%s', (_, file) => {
    expect(['wrongFile', 'broken']).toContain(reasonOf(file));
  });
});

describe('ASiC', () => {
  const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('base64');
  const mimetype = Buffer.from('application/vnd.etsi.asic-e+zip');
  const manifestOf = (content: Uint8Array, name = 'act.pdf') =>
    Buffer.from(`<?xml version="1.0"?><asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#"
      xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><asic:SigReference URI="META-INF/signature001.p7s"/>
      <asic:DataObjectReference URI="${name}"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
      <ds:DigestValue>${sha256(content)}</ds:DigestValue></asic:DataObjectReference></asic:ASiCManifest>`);
  const asic = (manifest: Buffer, more: Record<string, Uint8Array> = {}) =>
    zipSync({
      mimetype: [mimetype, { level: 0 }],
      'act.pdf': fox,
      'META-INF/ASiCManifest001.xml': manifest,
      'META-INF/signature001.p7s': signDocument(signer, manifest, { at: now }),
      ...more,
    });

  test('with a manifest, and with one file alone, is good', () => {
    expect(judge(asic(manifestOf(fox)))).toMatchObject({ kind: 'good', container: 'asice' });
    const simple = zipSync({
      mimetype: [Buffer.from('application/vnd.etsi.asic-s+zip'), { level: 0 }],
      'act.pdf': fox,
      'META-INF/signature.p7s': signDocument(signer, fox, { at: now }),
    });
    expect(reasonOf(simple)).toBe('good');
  });

  test('of another document, with another digest, without a signature, with two, and a bomb are refused', () => {
    const other = Buffer.from('other');
    expect(reasonOf(asic(manifestOf(fox), { 'act.pdf': other }))).toBe('broken');
    expect(reasonOf(asic(manifestOf(other)))).toBe('broken');
    expect(reasonOf(asic(manifestOf(fox, 'other.pdf')))).toBe('broken');
    expect(reasonOf(asic(Buffer.from('<a/>')))).toBe('wrongFile');
    expect(reasonOf(asic(manifestOf(fox), { 'META-INF/signature002.p7s': other }))).toBe('severalSigners');
    expect(reasonOf(zipSync({ mimetype: [mimetype, { level: 0 }], 'act.pdf': fox }))).toBe('wrongFile');
    const bomb = zipSync({ mimetype: [mimetype, { level: 0 }], zeros: new Uint8Array(60 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(reasonOf(bomb)).toBe('wrongFile');
  });
});

describe('the answer of a responder', () => {
  const ocspSigning = '1.3.6.1.5.5.7.3.9';
  const responder = makeIdentity({
    kind: 'server',
    issuer: authority,
    purpose: ocspSigning,
    subject: { commonName: 'OCSP' },
  });
  const judged = judge(signDocument(signer, fox, { at: now }));
  if (judged.kind !== 'good') throw new Error('a good signature');
  const question = judged.ocsp;
  const read = (answer: Uint8Array, at = now) =>
    readOcspAnswer({ question, answer, authorities: trusted, now: at });

  test('is good, revoked or unavailable', () => {
    expect(read(makeOcspAnswer(responder, question.request, { state: 'good', at: now }))).toBe('good');
    expect(read(makeOcspAnswer(responder, question.request, { state: 'revoked', at: now }))).toBe('revoked');
    expect(read(makeOcspAnswer(responder, question.request, { state: 'unknown', at: now }))).toBe(
      'unavailable',
    );
    expect(read(ocspSchemas.OcspResponse.encode({ responseStatus: 'tryLater' }, 'der'))).toBe('unavailable');
    expect(read(Buffer.from('nothing'))).toBe('unavailable');
  });

  test('counts only from who the authority has authorized, of today, to this question', () => {
    const good = { state: 'good', at: now } as const;
    expect(read(makeOcspAnswer(signer, question.request, good))).toBe('unavailable');
    const ofRoot = makeIdentity({
      kind: 'server',
      issuer: root,
      purpose: ocspSigning,
      subject: { commonName: 'B' },
    });
    expect(read(makeOcspAnswer(ofRoot, question.request, good))).toBe('unavailable');
    expect(read(makeOcspAnswer(responder, question.request, good), now + 25 * 3_600_000)).toBe('unavailable');
    const otherNonce = { ...good, nonce: Buffer.alloc(20) };
    expect(read(makeOcspAnswer(responder, question.request, otherNonce))).toBe('unavailable');
    expect(read(makeOcspAnswer(responder, question.request, { ...good, isBroken: true }))).toBe(
      'unavailable',
    );
  });
});

test('readAuthorities takes authorities and their servers alone', () => {
  const [czo] = shipped;
  expect(readAuthorities(czo ?? fox)).toMatchObject({
    skipped: 0,
    authorities: [{ isRoot: true, name: 'Центральний засвідчувальний орган', validTo: 1_894_819_140_000 }],
  });
  expect(readAuthorities(published('diia-test-sign-7775603.cer'))).toMatchObject({
    skipped: 1,
    authorities: [],
  });
  expect(readAuthorities(fox)).toBeUndefined();
  expect(readAuthorities(publishedSignature('attached').file)).toMatchObject({ skipped: 1, authorities: [] });
});
