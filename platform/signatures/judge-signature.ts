import { createHash } from 'node:crypto';
import { type FileKind, fileKindOf } from '../files/file-kind.ts';
import {
  type CertificateOwner,
  isDstu,
  isIssuedBy,
  issuerOf,
  ownerOf,
  parseCertificate,
} from './certificate.ts';
import { type Certificate, gosthash, library, type Message, toBuffer } from './library.ts';
import { parseMessage } from './message-bounds.ts';
import { type OcspQuestion, ocspQuestion } from './ocsp.ts';
import { openContainer } from './open-container.ts';
import { timeOfToken } from './time-stamp.ts';

/** What a signature is judged by. */
export interface SignatureToJudge {
  /** .p7s or .asice. */
  readonly file: Uint8Array;
  /** The bytes that it must be of. */
  readonly document: Uint8Array;
  /** DER of each trusted certificate: roots, authorities, their servers. */
  readonly authorities: readonly Uint8Array[];
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface JudgedSigner extends CertificateOwner {
  /** Serial number of the certificate in hexadecimal. */
  readonly certificateSerial: string;
  readonly issuer: string;
  /** SHA-256 of the certificate of the authority that issued it, in hexadecimal. */
  readonly issuerId: string;
  /** Where the certificate says that its state is asked for; null: it does not. */
  readonly ocspUrl: string | null;
  /** Epoch milliseconds by the clock of the signer; null: not said. */
  readonly signedAt: number | null;
  /** Epoch milliseconds of a proven time stamp; null: there is none. */
  readonly timeStampedAt: number | null;
}

export type Judgement =
  | {
      readonly kind: 'good';
      readonly container: 'p7s' | 'asice';
      readonly signer: JudgedSigner;
      readonly ocsp: OcspQuestion;
    }
  | {
      readonly kind: 'refused';
      readonly reason:
        | 'algorithmUnsupported'
        | 'broken'
        | 'certificateExpired'
        | 'certificateNotYetValid'
        | 'certificateUnknownIssuer'
        | 'notForSigning'
        | 'severalSigners'
        | 'wrongFile'
        | 'xades';
      /** What a wrong file is. */
      readonly found?: FileKind;
      /** Of an expired certificate: its last moment, epoch milliseconds. */
      readonly expiredAt?: number;
    };

const refuse = (reason: Extract<Judgement, { kind: 'refused' }>['reason']) =>
  ({ kind: 'refused', reason }) as const;

/**
 * Judges a signature of a document: dates before bytes, so that an expired certificate is not told as a broken signature; then
 * bytes, value, authority, purpose. Revocation and the owner are judged by the caller. Runs in a worker process with limits: what
 * comes may be anything.
 */
export function judgeSignature({ file, document, authorities, now }: SignatureToJudge): Judgement {
  const opened = openContainer(file, document);
  const wrongFile = (): Judgement => {
    const found = fileKindOf(toBuffer(file));
    return found === 'signature' ? refuse('broken') : { ...refuse('wrongFile'), found };
  };
  if (opened === 'wrongFile') return wrongFile();
  if (typeof opened === 'string') return refuse(opened);
  const message = parseMessage(opened.cms);
  if (message === 'wrongFile') return wrongFile();
  if (message === 'severalSigners') return refuse(message);
  const [info] = message.info.signerInfos;
  // A message without a signature carries certificates.
  if (info === undefined) return { ...refuse('wrongFile'), found: 'certificate' };
  try {
    const trusted = authorities.map(parseCertificate);
    const certificate = findSigner(message, trusted);
    if (certificate === undefined) return refuse('broken');
    const isSupported =
      info.digestAlgorithm.algorithm === 'Gost34311' &&
      info.digestEncryptionAlgorithm.algorithm === 'Dstu4145le' &&
      isDstu(certificate);
    if (!isSupported) return refuse('algorithmUnsupported');
    const timeStampedAt = timeOfToken(message, trusted);
    if (timeStampedAt === 'broken') return refuse('broken');
    const signedAt = message.attrs ? message.pattrs.signingTime : null;
    const wrongDate = checkDates(certificate, [
      timeStampedAt ?? now,
      ...(signedAt === null ? [] : [signedAt]),
    ]);
    if (wrongDate) return wrongDate;
    if (!opened.isOfDocument || !isSignedBy(message, certificate, opened.detached)) return refuse('broken');
    if (!isIssuedBy(certificate, trusted, { time: timeStampedAt ?? now }))
      return refuse('certificateUnknownIssuer');
    if (!isForSigning(certificate)) return refuse('notForSigning');
    const issuer = issuerOf(certificate, trusted);
    if (issuer === undefined) return refuse('certificateUnknownIssuer');
    return {
      kind: 'good',
      container: opened.container,
      signer: {
        ...ownerOf(certificate),
        certificateSerial: certificate.serial.toString(16).toUpperCase(),
        issuer: certificate.issuer.commonName ?? certificate.issuer.organizationName ?? '',
        issuerId: createHash('sha256').update(issuer.as_asn1()).digest('hex'),
        ocspUrl: ocspUrlOf(certificate),
        signedAt,
        timeStampedAt,
      },
      ocsp: ocspQuestion(certificate),
    };
  } catch {
    return refuse('broken');
  }
}

/** The certificate that the signature names: of those inside, else of the known ones. The library takes the first one inside. */
function findSigner(message: Message, known: readonly Certificate[]): Certificate | undefined {
  const [info] = message.info.signerInfos;
  const inside = (message.info.certificate ?? []).map((one) => new library.Certificate(one));
  return [...inside, ...known].find((one) => {
    if (info === undefined) return false;
    if (info.sid.type === 'subjectKeyIdentifier')
      return one.extension.subjectKeyIdentifier?.equals(info.sid.value) === true;
    const { issuer, serialNumber } = info.sid.value;
    return one.serial.eq(serialNumber) && one.issuerDN() === library.Certificate.formatDN(issuer.value);
  });
}

function checkDates(certificate: Certificate, times: readonly number[]): Judgement | undefined {
  const { from, to } = certificate.valid;
  if (times.some((time) => time > to))
    return { kind: 'refused', reason: 'certificateExpired', expiredAt: to };
  return times.some((time) => time < from) ? refuse('certificateNotYetValid') : undefined;
}

/** GOST 34.311: 32 bytes. */
const digestHeader = Buffer.from([0x04, 0x20]);

/** Whether the message is a signature of the content by the key of the certificate. */
function isSignedBy(message: Message, certificate: Certificate, detached: Buffer): boolean {
  const attached = message.info.contentInfo.content;
  if (message.info.contentInfo.contentType !== 'data') return false;
  // Equal bytes are cheaper to find than equal hashes.
  if (attached !== undefined && !attached.equals(detached)) return false;
  const contentHash = gosthash(detached);
  if (message.attrs) {
    if (!isUnique(message.attrs)) return false;
    const { messageDigest, signingCertificateV2 } = message.pattrs.index;
    if (messageDigest === undefined || !messageDigest.equals(Buffer.concat([digestHeader, contentHash])))
      return false;
    // When the signature names its certificate by hash, it is this one.
    const certificateHash = gosthash(certificate.as_asn1());
    if (signingCertificateV2 !== undefined && !signingCertificateV2.includes(certificateHash)) return false;
  }
  const signed = message.attrs ? message.mhash(gosthash) : contentHash;
  try {
    return certificate.pubkey?.verify(signed, message.signature, 'le') === true;
  } catch {
    return false;
  }
}

/** An attribute that stands twice could be read one way here and another way elsewhere. */
function isUnique(attrs: NonNullable<Message['attrs']>): boolean {
  const types = attrs.map(({ type }) => String(type));
  return new Set(types).size === types.length && attrs.every(({ values }) => values.length === 1);
}

function isForSigning(certificate: Certificate): boolean {
  try {
    return certificate.canUseFor('sign');
  } catch {
    return false;
  }
}

const accessInfo = 'authorityInfoAccess';
/** OID 1.3.6.1.5.5.7.48.1 and the tag of an address. */
const ocspAccess = Buffer.from('06082b0601050507300186', 'hex');

/** The library keeps one link alone. */
function ocspUrlOf({ ob }: Certificate): string | null {
  const value = ob.tbsCertificate.extensions?.find(({ extnID }) => extnID === accessInfo)?.extnValue;
  const at = value?.indexOf(ocspAccess) ?? -1;
  if (value === undefined || at === -1) return null;
  const length = value[at + ocspAccess.length] ?? 0;
  const start = at + ocspAccess.length + 1;
  return length < 0x80 ? toBuffer(value).toString('latin1', start, start + length) : null;
}
