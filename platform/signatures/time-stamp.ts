import { isIssuedBy } from './certificate.ts';
import { type Certificate, gosthash, library, type Message, type TokenInfo, toBuffer } from './library.ts';
import { parseMessage } from './message-bounds.ts';

const version = Buffer.from('020101', 'hex');
/** SEQUENCE { OID of GOST 34.311 }, then the head of an OCTET STRING of 32 bytes. */
const imprintHead = Buffer.from('300c060a2a8624020101010102010420', 'hex');
const certificateWanted = Buffer.from('0101ff', 'hex');
const sequence = (...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
};

/** The request for a stamp of a digest of GOST 34.311 (RFC 3161). */
export function timeStampRequest(digest: Uint8Array): Buffer {
  if (digest.length !== 32) throw new Error('a digest of GOST 34.311 has 32 bytes');
  return sequence(version, sequence(imprintHead, digest), certificateWanted);
}

/** The token of a response, which is of this digest; null: the server refused, or answered something else. */
export function readTimeStamp(response: Uint8Array, digest: Uint8Array): Buffer | null {
  try {
    const { status, timeStampToken } = library.rfc3161.TimeStampResp.decode(toBuffer(response), 'der');
    if (status.status !== 'granted' && status.status !== 'grantedWithMods') return null;
    const token = library.dstszi2010.ContentInfo.encode(timeStampToken, 'der');
    const parsed = parseMessage(token);
    const info = typeof parsed === 'string' ? undefined : infoOf(parsed);
    return info !== undefined && isOf(info, digest) ? token : null;
  } catch {
    return null;
  }
}

function infoOf(token: Message): TokenInfo | undefined {
  const { content } = token.info.contentInfo;
  return content === undefined ? undefined : library.rfc3161.TSTInfo.decode(content, 'der');
}

const isOf = ({ messageImprint }: TokenInfo, digest: Uint8Array) =>
  messageImprint.hashAlgorithm.algorithm === 'Gost34311' && messageImprint.hashedMessage.equals(digest);

/**
 * The time that a stamp of the signature value proves, epoch milliseconds; null: there is no stamp, or it is by a server that no
 * known authority stands behind. 'broken': it is of other bytes, or its own signature is wrong.
 */
export function timeOfToken(message: Message, known: readonly Certificate[]): number | null | 'broken' {
  const raw = message.puattrs.index.timeStampToken;
  if (raw === undefined) return null;
  try {
    const token = parseMessage(raw);
    if (typeof token === 'string') return 'broken';
    const info = infoOf(token);
    if (info === undefined || !isOf(info, gosthash(message.signature))) return 'broken';
    const server = findServer(token, known);
    // Without a purpose the library lets any certificate stamp.
    if (server?.extension.extendedKeyUsage === undefined) return null;
    if (!isIssuedBy(server, known, { time: info.genTime, usage: 'timeStamping' })) return null;
    const { content } = token.info.contentInfo;
    const digest = token.pattrs.index.messageDigest;
    if (content === undefined || digest === undefined) return 'broken';
    const isWhole =
      digest.subarray(2).equals(gosthash(content)) &&
      server.pubkey?.verify(token.mhash(gosthash), token.signature, 'le') === true;
    return isWhole ? info.genTime : 'broken';
  } catch {
    return 'broken';
  }
}

/** The certificate of the server that signed a token: of those inside, else of the known ones. */
function findServer(token: Message, known: readonly Certificate[]): Certificate | undefined {
  const sid = token.info.signerInfos[0]?.sid;
  if (sid?.type !== 'issuerAndSerialNumber') return undefined;
  const { issuer, serialNumber } = sid.value;
  const inside = (token.info.certificate ?? []).map((one) => new library.Certificate(one));
  return [...inside, ...known].find(
    (one) => one.serial.eq(serialNumber) && one.issuerDN() === library.Certificate.formatDN(issuer.value),
  );
}

/** Puts a stamp of its value into a signature. */
export function addTimeStamp(signature: Uint8Array, token: Uint8Array): Buffer {
  const message = new library.models.Message(toBuffer(signature));
  // The library has no list where a message that it parsed has none.
  message.puattrs.list ??= [];
  message.addSignatureToken(toBuffer(token));
  return message.as_asn1();
}

/** GOST 34.311 of the signature value: what a stamp is asked for. */
export function digestToStamp(signature: Uint8Array): Buffer {
  return gosthash(new library.models.Message(toBuffer(signature)).signature);
}
