import { createHash } from 'node:crypto';
import { algos } from '@ugla/barvinok-algos';
import { isDstu, keyIdOf, parseCertificate } from './certificate.ts';
import { type Certificate, gosthash, library, type PrivateKey, toBuffer } from './library.ts';
import { digestToStamp } from './time-stamp.ts';

/** A key file with its password, and certificates in DER when it has none of its own. */
export interface KeyFile {
  readonly file: Uint8Array;
  readonly password: string;
  readonly certificates: readonly Uint8Array[];
}

interface OpenedKey {
  readonly priv: PrivateKey;
  readonly certificate: Certificate;
}

/** Opening takes seconds: of the last key file, by its hash. */
let opened: { readonly hash: string; readonly key: OpenedKey } | undefined;

/**
 * Signs a document with the key of a file: a detached CAdES-BES signature, and the digest that a stamp of it is asked for. Runs in
 * a worker process of its own, which never sees what strangers send.
 * @throws Error when the key does not open, or none of its certificates is for signing.
 */
export function signWithKey(
  keyFile: KeyFile,
  document: Uint8Array,
  signedAt: number,
): { readonly signature: Buffer; readonly digest: Buffer } {
  const { priv, certificate } = openKey(keyFile);
  const message = new library.models.Message({
    type: 'signedData',
    cert: certificate,
    signer: priv,
    hash: gosthash,
    dataHash: gosthash(toBuffer(document)),
    data: null,
    signTime: Math.floor(signedAt / 1000),
  });
  const signature = message.as_asn1();
  return { signature, digest: digestToStamp(signature) };
}

function openKey({ file, password, certificates }: KeyFile): OpenedKey {
  const hash = createHash('sha256');
  for (const part of [file, password, ...certificates]) hash.update(part);
  const name = hash.digest('hex');
  if (opened?.hash === name) return opened.key;
  const parts = library.Box.load({ keyBuffers: [toBuffer(file)], password }, algos());
  const known = [...certificates.map(parseCertificate), ...parts.flatMap(({ cert }) => cert ?? [])];
  for (const { priv } of parts) {
    if (priv === undefined) continue;
    const id = keyIdOf(priv.pub());
    const certificate = known.find(
      (one) =>
        isDstu(one) && one.pubkey !== undefined && keyIdOf(one.pubkey).equals(id) && one.canUseFor('sign'),
    );
    if (certificate !== undefined) {
      opened = { hash: name, key: { priv, certificate } };
      return opened.key;
    }
  }
  throw new Error('no key of the file has a certificate for signing');
}
