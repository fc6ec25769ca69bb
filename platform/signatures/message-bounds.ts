import { library, type Message } from './library.ts';

/** What a message may hold: a chain and its servers have fewer. Parsing one certificate takes 10 ms. */
export const maxCertificates = 10;
const maxAttributes = 32;
const maxValues = 4;
const maxCertificateBytes = 32 * 1024;
/** Without the content that is signed. */
const maxMessageBytes = 1024 * 1024;

/** An element of DER: its tag and the place of its content. */
interface Element {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

const tags = { sequence: 0x30, set: 0x31, context0: 0xa0, context1: 0xa1 } as const;

/** The element at a place; undefined: none that ends before `end`, or one of indefinite length. */
function elementAt(bytes: Buffer, at: number, end: number): Element | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4 || at + 2 + lengthBytes > end) return undefined;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  const from = at + 2 + lengthBytes;
  return from + length > end ? undefined : { tag, from, to: from + length };
}

/** @throws Exceeded for more elements than `max`, or what is no DER. */
function childrenOf(bytes: Buffer, parent: Element, max: number): Element[] {
  const children: Element[] = [];
  for (let at = parent.from; at < parent.to; ) {
    const child = elementAt(bytes, at, parent.to);
    if (child === undefined || children.length === max) throw new Exceeded();
    children.push(child);
    at = child.to;
  }
  return children;
}

/** More than a message may hold, or no message. */
class Exceeded extends Error {}

const sizeOf = ({ from, to }: Element) => to - from;

function checkAttributes(bytes: Buffer, attributes: Element): void {
  for (const attribute of childrenOf(bytes, attributes, maxAttributes)) {
    const [, values] = childrenOf(bytes, attribute, 2);
    if (values !== undefined) childrenOf(bytes, values, maxValues);
  }
}

function checkSignerInfo(bytes: Buffer, info: Element): void {
  for (const part of childrenOf(bytes, info, 7))
    if (part.tag === tags.context0 || part.tag === tags.context1) checkAttributes(bytes, part);
}

/** Checks counts and sizes of the parts of SignedData (RFC 5652) in their order, whatever their place. */
function checkSignedData(bytes: Buffer, signedData: Element): 'good' | 'severalSigners' {
  const parts = childrenOf(bytes, signedData, 6);
  const content = parts[2];
  const rest = parts.slice(3);
  const signerInfos = rest.at(-1);
  if (content?.tag !== tags.sequence || signerInfos?.tag !== tags.set) throw new Exceeded();
  if (sizeOf(signedData) - sizeOf(content) > maxMessageBytes) throw new Exceeded();
  for (const part of [...parts.slice(0, 2), ...rest.slice(0, -1)]) {
    if ((part.tag & 0x20) === 0) continue;
    for (const one of childrenOf(bytes, part, maxCertificates))
      if (sizeOf(one) > maxCertificateBytes) throw new Exceeded();
  }
  const [info, ...others] = childrenOf(bytes, signerInfos, maxCertificates);
  if (others.length > 0) return 'severalSigners';
  if (info !== undefined) checkSignerInfo(bytes, info);
  return 'good';
}

/** @internal Whether a message of signed data has no more parts than it may, by its tags and lengths alone. */
export function checkBounds(cms: Buffer): 'good' | 'severalSigners' | 'wrongFile' {
  try {
    const whole = elementAt(cms, 0, cms.length);
    if (whole?.tag !== tags.sequence) return 'wrongFile';
    const [, explicit] = childrenOf(cms, whole, 2);
    if (explicit?.tag !== tags.context0) return 'wrongFile';
    const [signedData] = childrenOf(cms, explicit, 1);
    return signedData?.tag === tags.sequence ? checkSignedData(cms, signedData) : 'wrongFile';
  } catch (error) {
    if (error instanceof Exceeded) return 'wrongFile';
    throw error;
  }
}

/**
 * Parses a CMS message of signed data, after its certificates, signers, attributes and sizes were counted: the library would parse as many as
 * there are. 'wrongFile': no such message, or one with more than it may hold.
 */
export function parseMessage(cms: Buffer): Message | 'severalSigners' | 'wrongFile' {
  const checked = checkBounds(cms);
  if (checked !== 'good') return checked;
  try {
    const message = new library.models.Message(cms);
    return message.type === 'signedData' ? message : 'wrongFile';
  } catch {
    return 'wrongFile';
  }
}
