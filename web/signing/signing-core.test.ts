import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Box, type Certificate, type Priv } from '@ugla/barvinok';
import { algos } from '@ugla/barvinok-algos';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeIdentity } from '#platform/signatures/testing/make-certificate.ts';
import { published } from '#platform/signatures/testing/published.ts';
import { SigningCore } from './signing-core.ts';
import type { SigningAnswers, SigningRequests, SigningTask } from './signing-messages.ts';
import { makeIitKey, makeJavaStore } from './testing/make-key-files.ts';

const document = new TextEncoder().encode('Акт № 7');
const at = Date.parse('2026-04-15T09:00:00Z');

/** The core with its answers typed as the client types them. */
function startCore() {
  const core = new SigningCore();
  const progress: number[] = [];
  const ask = <Task extends SigningTask>(task: Task, request: SigningRequests[Task]) => {
    const answer = core.answer({ task, ...request } as Parameters<SigningCore['answer']>[0], (done) =>
      progress.push(done),
    );
    return answer as SigningAnswers[Task];
  };
  return { ask, progress };
}

const open = (file: Uint8Array, password: string) =>
  startCore().ask('open', { file: Uint8Array.from(file), password });

const person = {
  surname: 'Бойко',
  givenName: 'Олена Петрівна',
  commonName: 'Бойко О. П.',
  title: 'директор',
};
const company = { organizationName: 'ТОВ «Приклад»' };

let signer: ReturnType<typeof makeIdentity>;
let keyBytes: Buffer;
let certificate: Buffer;

beforeAll(() => {
  signer = makeIdentity({
    subject: { ...person, ...company },
    edrpou: '41234569',
    drfo: '3012345678',
    tspUrl: 'http://ca.example/services/tsp/',
  });
  keyBytes = asKey(signer.priv);
  certificate = asFile(signer.certificate);
});

function asKey(priv: unknown): Buffer {
  return (priv as Priv).as_asn1();
}

function asFile(made: unknown): Buffer {
  return (made as Certificate).as_asn1();
}

describe('opening', () => {
  test('a PKCS#12 file with two keys asks for the certificate and takes the one of the key that signs', () => {
    const { ask, progress } = startCore();
    const file = Uint8Array.from(published('test-diia.p12'));
    expect(ask('open', { file, password: 'testpassword' })).toEqual({ keys: [] });
    expect(file.every((byte) => byte === 0)).toBe(true);
    expect(progress.length).toBeGreaterThan(20);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(1);
    const add = (name: string) => ask('addCertificate', { file: Uint8Array.from(published(name)) });
    expect(add('diia-test-kep-7775604.cer')).toEqual({ problem: 'notForSigning' });
    expect(add('diia-test-sign-7775603.cer')).toEqual({
      keys: [
        {
          keyId: expect.stringMatching(/^[0-9a-f]{64}$/),
          certificate: expect.objectContaining({
            owner: 'ДП ДІЯ (Тестування)',
            edrpou: '43395033',
            drfo: null,
            isSeal: true,
            validTo: Date.parse('2024-04-05T17:57:59Z'),
            tspUrl: 'http://ca.informjust.ua/services/tsp/',
          }),
        },
      ],
    });
  });

  test('an IIT file, an unprotected key and a Java store open with their keys', () => {
    const iit = startCore();
    const password = 'Пароль1';
    const file = Uint8Array.from(makeIitKey(keyBytes, password));
    expect(iit.ask('open', { file, password })).toEqual({ keys: [] });
    const found = iit.ask('addCertificate', { file: Uint8Array.from(certificate) });
    expect(found).toEqual({
      keys: [
        {
          keyId: expect.any(String),
          certificate: expect.objectContaining({
            owner: 'Бойко Олена Петрівна',
            organization: 'ТОВ «Приклад»',
            post: 'директор',
            edrpou: '41234569',
            drfo: '3012345678',
            isSeal: false,
          }),
        },
      ],
    });
    expect(open(keyBytes, '')).toEqual({ keys: [] });
    const store = makeJavaStore([{ key: keyBytes, certificates: [certificate] }], 'pass');
    expect(open(store, 'pass')).toEqual(found);
  });

  // The published STORE_A040.dat; formats of which no key is published are made by their recipes above.
  test('a .dat file with PBES2 opens and takes its certificate', () => {
    const { ask } = startCore();
    const of = (name: string) => Uint8Array.from(readFileSync(`sample/signatures/${name}`));
    expect(ask('open', { file: of('seal-key.dat'), password: 'password' })).toEqual({ keys: [] });
    expect(ask('addCertificate', { file: of('seal.cer') })).toMatchObject({
      keys: [{ certificate: { edrpou: '41234569', isSeal: true } }],
    });
  });

  test('several keys that sign are all offered', () => {
    const seal = makeIdentity({ subject: company, edrpou: '41234569' });
    const agreement = makeIdentity({ subject: { ...person, ...company }, edrpou: '41234569', usage: 0x08 });
    const entries = [signer, agreement, seal].map(({ priv, certificate: made }) => ({
      key: asKey(priv),
      certificates: [asFile(made)],
    }));
    const opened = open(makeJavaStore(entries, 'pass'), 'pass');
    if ('problem' in opened) throw new Error(opened.problem);
    expect(opened.keys.map(({ certificate: facts }) => [facts.owner, facts.isSeal])).toEqual([
      ['Бойко Олена Петрівна', false],
      ['ТОВ «Приклад»', true],
    ]);
  });

  test.each([
    ['wrongPassword', 'of PKCS#12', () => open(published('test-diia.p12'), 'testpasswort')],
    ['wrongPassword', 'of a Java store', () => open(published('test-jks.jks'), 'testpasswort')],
    ['wrongPassword', 'of IIT', () => open(makeIitKey(keyBytes, 'one'), 'other')],
    ['unsupportedKey', 'RSA in a Java store', () => open(published('test-jks.jks'), 'testpassword')],
    ['unsupportedKey', 'RSA', () => open(foreignKey('rsa'), '')],
    ['unsupportedKey', 'ECDSA', () => open(foreignKey('ec'), '')],
    ['unsupportedProtection', 'AES', () => open(foreignKey('rsa', 'secret'), 'secret')],
    ['certificateAlone', 'a certificate', () => open(certificate, '')],
    ['notAKey', 'a PDF', () => open(Buffer.from('%PDF-1.7 and more'), 'x')],
    ['notAKey', 'an empty file', () => open(Buffer.alloc(0), 'x')],
    ['notAKey', 'a signature', () => open(Buffer.from('300b06092a864886f70d010702', 'hex'), 'x')],
    ['notAKey', 'a cut key', () => open(keyBytes.subarray(0, 60), 'x')],
    ['tooLarge', 'two megabytes', () => open(Buffer.alloc(2 * 1024 * 1024, 0x30), 'x')],
    ['notForSigning', 'a key of agreement', () => open(agreementStore(), 'pass')],
  ] as const)('%s: %s', (problem, _what, opened) => expect(opened()).toEqual({ problem }));

  test('a certificate file that is none, or of another key, is told', () => {
    const { ask } = startCore();
    ask('open', { file: Uint8Array.from(keyBytes), password: '' });
    const other = asFile(makeIdentity({ subject: person }).certificate);
    expect(ask('addCertificate', { file: Uint8Array.from(keyBytes) })).toEqual({
      problem: 'notACertificate',
    });
    expect(ask('addCertificate', { file: Uint8Array.from(other) })).toEqual({ problem: 'otherKey' });
  });
});

describe('signing', () => {
  test('a detached signature verifies over these bytes only, with certificate and time', async () => {
    const { ask } = startCore();
    ask('open', { file: Uint8Array.from(keyBytes), password: '' });
    const found = ask('addCertificate', { file: Uint8Array.from(certificate) });
    if ('problem' in found) throw new Error(found.problem);
    const [key] = found.keys;
    ask('sign', { keyId: key?.keyId ?? '', document, signedAt: at });
    const { signature } = ask('finish', { token: null });
    const verify = (content: Uint8Array) =>
      new Box({ algo: algos() }).unwrap(Buffer.from(signature), Buffer.from(content));
    const { pipe } = await verify(document);
    expect(pipe).toEqual([expect.objectContaining({ signed: true, signingTime: at, tokenTime: null })]);
    expect((await verify(new TextEncoder().encode('Акт № 8'))).error).toBe('ESIGN');
  });

  test('the token of a time server becomes part of the signature, and a signature is finished once', () => {
    const { ask } = startCore();
    const stamped = published('signatures.json').toString();
    const [, { bytes }] = JSON.parse(stamped) as [unknown, { bytes: string }];
    ask('open', { file: Uint8Array.from(keyBytes), password: '' });
    const found = ask('addCertificate', { file: Uint8Array.from(certificate) });
    const keyId = 'keys' in found ? (found.keys[0]?.keyId ?? '') : '';
    const { digest } = ask('sign', { keyId, document, signedAt: at });
    expect(digest).toHaveLength(32);
    const token = Uint8Array.from(Buffer.from(bytes, 'base64'));
    const { signature } = ask('finish', { token });
    expect(Buffer.from(signature).includes(Buffer.from(token))).toBe(true);
    expect(() => ask('finish', { token: null })).toThrow();
    expect(() => ask('sign', { keyId: 'other', document, signedAt: at })).toThrow();
  });
});

function agreementStore(): Buffer {
  const { priv, certificate: made } = makeIdentity({ subject: person, usage: 0x08 });
  return makeJavaStore([{ key: asKey(priv), certificates: [asFile(made)] }], 'pass');
}

function foreignKey(kind: 'rsa' | 'ec', passphrase?: string): Buffer {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 1024 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return privateKey.export({ type: 'pkcs8', format: 'der', ...protection });
}
