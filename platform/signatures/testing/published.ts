import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { algos } from '@ugla/barvinok-algos';
import { parseCertificate } from '../certificate.ts';
import { type Identity, openKeys } from './make-certificate.ts';

const folder = join(import.meta.dirname, 'published');

/** A published file, see published/README.md. */
export const published = (name: string) => readFileSync(join(folder, name));

interface PublishedSignature {
  readonly name: 'attached' | 'timeStamped' | 'withAttributes' | 'detached' | 'detachedOfOther';
  readonly content: string | null;
  readonly bytes: string;
}

/** A published signature and the bytes that came with it. */
export function publishedSignature(name: PublishedSignature['name']) {
  const all: PublishedSignature[] = JSON.parse(published('signatures.json').toString());
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no published signature ${name}`);
  return {
    file: Buffer.from(found.bytes, 'base64'),
    content: found.content === null ? undefined : Buffer.from(found.content, 'base64'),
  };
}

/** What the published signatures are of, and a moment at which their certificate was valid. */
export const fox = Buffer.from('The quick brown fox jumps over the lazy dog');
export const validThen = Date.parse('2023-09-19T18:20:00Z');

let keys: ReturnType<typeof openKeys> | undefined;

/** The published key for signing with its own certificate: a seal. Opening takes seconds. */
export function openPublishedSeal(): Identity {
  keys ??= openKeys(published('test-diia.p12'), 'testpassword', algos());
  const [priv] = keys;
  if (priv === undefined) throw new Error('no key');
  return { priv, certificate: parseCertificate(published('diia-test-sign-7775603.cer')) };
}
