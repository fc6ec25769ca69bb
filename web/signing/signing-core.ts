import { Certificate, models, type Priv } from '@ugla/barvinok';
import { gosthash } from '@ugla/barvinok-gost89';
import { openKeyFile } from './key-file.ts';
import type {
  AddedCertificate,
  CertificateFacts,
  OpenedKeys,
  SigningAnswers,
  SigningKey,
  SigningRequest,
  SigningTask,
  UnstampedSignature,
} from './signing-messages.ts';

interface KeyWithCertificate {
  readonly priv: Priv;
  certificate?: Certificate;
}

const algorithms = { hash: gosthash };

/** What the worker does: opens a key file, signs with one of its keys. Keeps the keys until it is dropped. */
export class SigningCore {
  /** By the identifier of the public key. */
  readonly #keys = new Map<string, KeyWithCertificate>();
  #unfinished: InstanceType<typeof models.Message> | undefined;

  /** @param onProgress Called with 0 to 1 while a key is being opened. */
  answer(request: SigningRequest, onProgress: (done: number) => void): SigningAnswers[SigningTask] {
    switch (request.task) {
      case 'open':
        return this.#open(request.file, request.password, onProgress);
      case 'addCertificate':
        return this.#addCertificate(request.file);
      case 'sign':
        return this.#sign(request.keyId, request.document, request.signedAt);
      case 'finish':
        return this.#finish(request.token);
    }
  }

  #open(file: Uint8Array, password: string, onProgress: (done: number) => void): OpenedKeys {
    this.#keys.clear();
    const opened = openKeyFile(file, password, onProgress);
    file.fill(0);
    if ('problem' in opened) return opened;
    for (const priv of opened.keys) this.#keys.set(idOf(priv.pub()), { priv });
    for (const certificate of opened.certificates) this.#match(certificate);
    const keys = this.#signingKeys();
    const known = [...this.#keys.values()].filter(({ certificate }) => certificate);
    return keys.length === 0 && known.length === this.#keys.size ? { problem: 'notForSigning' } : { keys };
  }

  #addCertificate(file: Uint8Array): AddedCertificate {
    const certificate = readCertificate(Buffer.from(file));
    if (!certificate) return { problem: 'notACertificate' };
    if (!this.#match(certificate)) return { problem: 'otherKey' };
    const keys = this.#signingKeys();
    return keys.length === 0 ? { problem: 'notForSigning' } : { keys };
  }

  #match(certificate: Certificate): boolean {
    const key = certificate.pubkey && this.#keys.get(idOf(certificate.pubkey));
    if (key) key.certificate = certificate;
    return key !== undefined;
  }

  #signingKeys(): SigningKey[] {
    return [...this.#keys].flatMap(([keyId, { certificate }]) =>
      certificate && isForSigning(certificate) ? [{ keyId, certificate: factsOf(certificate) }] : [],
    );
  }

  #sign(keyId: string, document: Uint8Array, signedAt: number): UnstampedSignature {
    const key = this.#keys.get(keyId);
    if (!key?.certificate) throw new Error('No such key');
    const message = new models.Message({
      type: 'signedData',
      cert: key.certificate,
      signer: key.priv,
      hash: gosthash,
      dataHash: gosthash(Buffer.from(document.buffer, document.byteOffset, document.byteLength)),
      data: null,
      signTime: Math.floor(signedAt / 1000),
    });
    this.#unfinished = message;
    return { digest: Uint8Array.from(gosthash(message.signature)) };
  }

  #finish(token: Uint8Array | null) {
    const message = this.#unfinished;
    if (!message) throw new Error('Nothing is signed');
    this.#unfinished = undefined;
    if (token) message.addSignatureToken(Buffer.from(token));
    return { signature: Uint8Array.from(message.as_asn1()) };
  }
}

function idOf(publicKey: { keyid(algorithms: { hash: typeof gosthash }): Buffer }): string {
  return publicKey.keyid(algorithms).toString('hex');
}

function readCertificate(file: Buffer): Certificate | undefined {
  try {
    return Certificate.from_pem(file);
  } catch {
    return undefined;
  }
}

/** digitalSignature of keyUsage; a certificate without it does not sign. */
function isForSigning(certificate: Certificate): boolean {
  return certificate.extension.keyUsage !== undefined && certificate.canUseFor('sign');
}

function factsOf(certificate: Certificate): CertificateFacts {
  const { subject, issuer, valid, extension } = certificate;
  const drfo = extension.ipn?.DRFO || null;
  const edrpou = extension.ipn?.EDRPOU || null;
  const organization = subject.organizationName || null;
  const person = [subject.surname, subject.givenName].filter(Boolean).join(' ');
  const isSeal = !drfo && edrpou !== null;
  return {
    serial: certificate.serial.toString(16).toUpperCase(),
    owner: (isSeal ? organization : person) || subject.commonName || organization || person,
    organization,
    post: subject.title || null,
    edrpou,
    drfo,
    isSeal,
    authority: issuer.commonName ?? issuer.organizationName ?? '',
    validFrom: Number(valid.from),
    validTo: Number(valid.to),
    tspUrl: extension.subjectInfoAccess?.link || null,
  };
}
