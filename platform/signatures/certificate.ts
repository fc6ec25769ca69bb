import { type Certificate, certificateHashes, gosthash, library, toBuffer } from './library.ts';

/** Who a certificate is of. '' and null where it does not say. */
export interface CertificateOwner {
  readonly name: string;
  readonly post: string | null;
  readonly organization: string | null;
  /** Code of the company. */
  readonly edrpou: string | null;
  /** Tax number, or passport, of the person; null: a seal. */
  readonly drfo: string | null;
}

/** The certificate in DER. @throws any error for what is none. */
export function parseCertificate(der: Uint8Array): Certificate {
  return library.Certificate.from_asn1(toBuffer(der));
}

/** 'NTRUA-12345678' of an organization, 'TINUA-1234567890' of a person (ETSI EN 319 412-1). */
function codeOf(text: string | undefined, prefix: RegExp): string | null {
  const code = text?.replace(prefix, '');
  return code === undefined || code === text || code === '' ? null : code;
}

/** Codes stand in the attributes of the subject directory; newer certificates have them in its names alone. */
export function ownerOf({ subject, extension }: Certificate): CertificateOwner {
  const edrpou = extension.ipn?.EDRPOU ?? codeOf(subject.organizationIdentifier, /^NTRUA-/);
  const drfo = extension.ipn?.DRFO ?? codeOf(subject.serialNumber, /^TINUA-/);
  const fullName = [subject.surname, subject.givenName].filter(Boolean).join(' ');
  return {
    name: fullName || subject.commonName || subject.organizationName || '',
    post: subject.title || null,
    organization: subject.organizationName || null,
    edrpou: edrpou || null,
    drfo: drfo || null,
  };
}

export const isDstu = (certificate: Certificate) =>
  certificate.pubkeyAlgorithm === 'Dstu4145le' && certificate.pubkey !== undefined;

/** Roots are issued by themselves; longer chains do not exist. */
const maxChain = 5;

/** Whether the certificate leads to a root of these, each valid when it issued the next. */
export function isIssuedBy(
  certificate: Certificate,
  authorities: readonly Certificate[],
  at: { readonly time: number; readonly usage?: string },
): boolean {
  const chain: Certificate[] = [];
  for (let last = certificate; chain.length < maxChain; ) {
    const issuer = issuerOf(last, authorities);
    if (issuer === undefined) return false;
    chain.push(issuer);
    if (issuer.isRoot()) {
      issuer.trusted = true;
      break;
    }
    last = issuer;
  }
  // The library asks for issuers by name alone, which several certificates of one authority share.
  const left = [...chain];
  try {
    return certificate.verify(at, certificateHashes, () => left.shift() ?? null) === true;
  } catch {
    return false;
  }
}

/** The certificate of an authority that issued this one; undefined: it is none of these. */
export function issuerOf(
  certificate: Certificate,
  authorities: readonly Certificate[],
): Certificate | undefined {
  const keyId = certificate.extension.authorityKeyIdentifier;
  return authorities.find(
    (one) =>
      one.subjectDN() === certificate.issuerDN() &&
      (keyId === null || one.extension.subjectKeyIdentifier?.equals(keyId) === true),
  );
}

/** What is known of a certificate of an authority. */
export interface AuthorityFacts {
  readonly certificate: Uint8Array;
  readonly name: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly isRoot: boolean;
  /** Epoch milliseconds. */
  readonly validFrom: number;
  readonly validTo: number;
}

const pemShape = /-----BEGIN (?:CERTIFICATE|PKCS7|CMS)-----([\sA-Za-z0-9+/=]+)-----END/g;

/** DER of each certificate of a file: .cer in DER or PEM, .p7b. @throws any error for another file. */
function certificatesIn(file: Buffer): Buffer[] {
  const pem = file.length < 1_000_000 ? [...file.toString('latin1').matchAll(pemShape)] : [];
  const parts = pem.length > 0 ? pem.map(([, body = '']) => Buffer.from(body, 'base64')) : [file];
  return parts.flatMap((part) => {
    if (isCms(part)) {
      const { certificate = [] } = new library.models.Message(part).info;
      return certificate.map((one) => library.rfc3280.Certificate.encode(one, 'der'));
    }
    return [part];
  });
}

/** A ContentInfo begins with its OID, a certificate with a sequence. */
function isCms(der: Buffer): boolean {
  const lengthOfLength = der[1] !== undefined && der[1] & 0x80 ? der[1] & 0x7f : 0;
  return der[0] === 0x30 && der[2 + lengthOfLength] === 0x06;
}

/**
 * The authorities of a file with their facts, and how many certificates are of none: users, and other algorithms. undefined: the
 * file has no certificates. Runs in a worker process.
 */
export function readAuthorities(
  file: Uint8Array,
): { readonly authorities: readonly AuthorityFacts[]; readonly skipped: number } | undefined {
  let parts: Buffer[];
  try {
    parts = certificatesIn(toBuffer(file));
    if (parts.length === 0) return undefined;
    // What is no certificate at all is another file.
    for (const part of parts) library.rfc3280.Certificate.decode(part, 'der');
  } catch {
    return undefined;
  }
  const authorities = parts.flatMap((part) => factsOf(part) ?? []);
  return { authorities, skipped: parts.length - authorities.length };
}

function factsOf(der: Buffer): AuthorityFacts | undefined {
  try {
    const certificate = parseCertificate(der);
    if (!isDstu(certificate) || !isAuthority(certificate)) return undefined;
    const isRoot = certificate.isRoot();
    // A root proves itself.
    if (isRoot && certificate.verifySelfSigned({ time: certificate.valid.from }, certificateHashes) !== true)
      return undefined;
    return {
      certificate: der,
      name: certificate.subject.commonName ?? certificate.subject.organizationName ?? '',
      issuer: certificate.issuer.commonName ?? certificate.issuer.organizationName ?? '',
      serial: certificate.serial.toString(16).toUpperCase(),
      isRoot,
      validFrom: certificate.valid.from,
      validTo: certificate.valid.to,
    };
  } catch {
    return undefined;
  }
}

/** A certificate that issues others, or that of a server of time stamps or of revocation. */
function isAuthority(certificate: Certificate): boolean {
  if (certificate.canUseFor('ca')) return true;
  const { extendedKeyUsage } = certificate.extension;
  return (
    extendedKeyUsage !== undefined &&
    (certificate.canUseFor('timeStamping') || certificate.canUseFor('ocspSigning'))
  );
}

/** GOST 34.311 of the public key, as authorities identify it. */
export const keyIdOf = (key: { keyid(algorithms: { hash: typeof gosthash }): Buffer }) =>
  key.keyid({ hash: gosthash });
