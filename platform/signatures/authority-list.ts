import { createHash } from 'node:crypto';
import { type AuthorityFacts, isIssuedBy, parseCertificate, readAuthorities } from './certificate.ts';
import { judgeSignature } from './judge-signature.ts';
import { type Certificate, library, type Message, toBuffer } from './library.ts';
import { openContainer } from './open-container.ts';

export interface AuthorityListToRead {
  readonly file: Uint8Array;
  /** DER of the roots that decide what an authority is: the central certification authority. */
  readonly roots: readonly Uint8Array[];
  /** DER of each trusted certificate, for the time stamp of a signed list. */
  readonly trusted: readonly Uint8Array[];
  /** Epoch milliseconds. */
  readonly now: number;
}

export type AuthorityList =
  | {
      readonly kind: 'read';
      /** Proven by the signature of the list, or each by that of a root. */
      readonly authorities: readonly AuthorityFacts[];
      /** Certificates of no authority, or of another algorithm. */
      readonly skipped: number;
      /** Certificates of authorities that no root has issued. */
      readonly unproven: number;
      /** The name in the certificate that signed the list; null: it is not signed as a whole. */
      readonly signedBy: string | null;
      /** The signed content that is text: a registry of addresses; null: certificates. */
      readonly registry: string | null;
    }
  | { readonly kind: 'wrongFile' | 'badSignature' };

/**
 * Reads authorities that are proven by a root: from a list that carries its signature (CMS with content), or from a file in which each
 * certificate was issued by a root. Runs in a worker process.
 */
export function readAuthorityList({ file, roots, trusted, now }: AuthorityListToRead): AuthorityList {
  const message = signedMessageOf(file);
  const content = message?.info.contentInfo.content;
  if (message !== undefined && content !== undefined) {
    const signedBy = signerOfList({ file, content, message }, { roots, trusted, now });
    if (signedBy === undefined) return { kind: 'badSignature' };
    if (/^\uFEFF?\s*\[/.test(content.toString('utf8', 0, 100))) {
      const registry = content.toString('utf8');
      return { kind: 'read', authorities: [], skipped: 0, unproven: 0, signedBy, registry };
    }
    const read = readAuthorities(content);
    return read ? { kind: 'read', ...read, unproven: 0, signedBy, registry: null } : { kind: 'wrongFile' };
  }
  const read = readAuthorities(file);
  if (read === undefined) return { kind: 'wrongFile' };
  const anchors = roots.map(parseCertificate);
  const authorities = read.authorities.filter((one) => isProven(one, roots, anchors));
  const unproven = read.authorities.length - authorities.length;
  return { kind: 'read', authorities, skipped: read.skipped, unproven, signedBy: null, registry: null };
}

/** The message of a file that is signed; undefined: it is none, or holds certificates alone. */
function signedMessageOf(file: Uint8Array): Message | undefined {
  const opened = openContainer(file, Buffer.alloc(0));
  if (typeof opened === 'string' || opened.container !== 'p7s') return undefined;
  try {
    const message = new library.models.Message(opened.cms);
    return message.type === 'signedData' && message.info.signerInfos.length > 0 ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The name of who signed a list; undefined: the signature is wrong, or its certificate is none that a root issued for signing. */
function signerOfList(
  {
    file,
    content,
    message,
  }: { readonly file: Uint8Array; readonly content: Buffer; readonly message: Message },
  { roots, trusted, now }: Omit<AuthorityListToRead, 'file'>,
): string | undefined {
  const judged = judgeSignature({ file, document: content, authorities: [...roots, ...trusted], now });
  if (judged.kind !== 'good') return undefined;
  const { issuerId, certificateSerial, name, organization } = judged.signer;
  if (!roots.some((root) => idOf(root) === issuerId)) return undefined;
  const inside = (message.info.certificate ?? []).map((one) => new library.Certificate(one));
  const certificate = inside.find(({ serial }) => serial.toString(16).toUpperCase() === certificateSerial);
  // Servers of time stamps and of revocation have certificates of the root as well.
  if (certificate === undefined || certificate.extension.extendedKeyUsage !== undefined) return undefined;
  return organization ?? name;
}

const idOf = (der: Uint8Array) => createHash('sha256').update(der).digest('hex');

/** Whether the certificate is a root, or was issued by one. */
function isProven(
  { certificate, validFrom }: AuthorityFacts,
  roots: readonly Uint8Array[],
  anchors: readonly Certificate[],
): boolean {
  if (roots.some((root) => toBuffer(root).equals(certificate))) return true;
  return isIssuedBy(parseCertificate(certificate), anchors, { time: validFrom });
}
