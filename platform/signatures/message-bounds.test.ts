import { describe, expect, test } from 'vitest';
import { checkBounds, maxCertificates, parseMessage } from './message-bounds.ts';
import { makeIdentity, signDocument } from './testing/make-certificate.ts';
import { publishedSignature } from './testing/published.ts';

const root = makeIdentity({ kind: 'authority', subject: { commonName: 'Test root' } });
const certificate = root.certificate.as_asn1();
const repeat = <Part>(count: number, part: Part): Part[] => Array.from({ length: count }, () => part);

/** An element of DER with a length of four bytes. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.from([tag, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
}
const one = Buffer.from('020101', 'hex');
const data = Buffer.from('06092a864886f70d010701', 'hex');
const attribute = (values = 1) => der(0x30, data, der(0x31, ...repeat(values, one)));

function signerInfo({ signed = [attribute()], unsigned = [] as Buffer[] } = {}): Buffer {
  const empty = der(0x30);
  return der(0x30, one, empty, empty, der(0xa0, ...signed), empty, der(0x04), der(0xa1, ...unsigned));
}

interface Parts {
  readonly certificates?: readonly Buffer[];
  readonly crls?: readonly Buffer[];
  readonly signers?: readonly Buffer[];
  readonly content?: Buffer;
}

function messageOf({ certificates = [], crls = [], signers = [signerInfo()], content }: Parts): Buffer {
  const signedData = der(
    0x30,
    one,
    der(0x31),
    der(0x30, data, content ?? der(0xa0)),
    der(0xa0, ...certificates),
    der(0xa1, ...crls),
    der(0x31, ...signers),
  );
  return der(0x30, Buffer.from('06092a864886f70d010702', 'hex'), der(0xa0, signedData));
}

describe('checkBounds', () => {
  test('lets signatures through as programs make them', () => {
    const signer = makeIdentity({ issuer: root, subject: { commonName: 'Signer' } });
    const own = signDocument(signer, Buffer.from('content'), { at: Date.parse('2026-11-26T10:00:00Z') });
    for (const file of [own, publishedSignature('attached').file, publishedSignature('timeStamped').file])
      expect(checkBounds(file)).toBe('good');
  });

  const megabyte = Buffer.alloc(1024 * 1024 + 1);
  const good: [string, Parts][] = [
    ['as many certificates as are allowed', { certificates: repeat(maxCertificates, certificate) }],
    ['a large content', { content: der(0xa0, der(0x04, megabyte, megabyte)) }],
    ['some attributes', { signers: [signerInfo({ signed: repeat(32, attribute(4)) })] }],
  ];
  test.each(good)('lets %s through', (_, parts) => {
    expect(checkBounds(messageOf(parts))).toBe('good');
  });

  const bad: [string, Parts, string][] = [
    ['a certificate too many', { certificates: repeat(maxCertificates + 1, certificate) }, 'wrongFile'],
    ['a megabyte of copies of one certificate', { certificates: repeat(2300, certificate) }, 'wrongFile'],
    ['a large certificate', { certificates: [der(0x30, Buffer.alloc(33_000))] }, 'wrongFile'],
    ['many lists of revoked ones', { crls: repeat(11, der(0x30)) }, 'wrongFile'],
    ['two signers', { signers: [signerInfo(), signerInfo()] }, 'severalSigners'],
    ['a thousand signers', { signers: repeat(1000, signerInfo()) }, 'wrongFile'],
    ['many signed attributes', { signers: [signerInfo({ signed: repeat(33, attribute()) })] }, 'wrongFile'],
    [
      'many unsigned attributes',
      { signers: [signerInfo({ unsigned: repeat(33, attribute()) })] },
      'wrongFile',
    ],
    ['an attribute of many values', { signers: [signerInfo({ signed: [attribute(5)] })] }, 'wrongFile'],
    [
      'more than a megabyte beside the content',
      { signers: [signerInfo({ unsigned: [der(0x30, data, der(0x31, der(0x04, megabyte)))] })] },
      'wrongFile',
    ],
  ];
  test.each(bad)('refuses %s', (_, parts, reason) => {
    expect(checkBounds(messageOf(parts))).toBe(reason);
  });

  test.each([
    ['a length beyond the end', '3084ffffffff'],
    ['an indefinite length', '30800000'],
    ['a sequence of nothing', '3000'],
    ['a primitive', '020101'],
  ])('refuses %s', (_, hex) => {
    expect(checkBounds(Buffer.from(hex, 'hex'))).toBe('wrongFile');
  });
});

test('parseMessage parses no message with more certificates than it may have', () => {
  const signer = makeIdentity({ issuer: root, subject: { commonName: 'Signer' } });
  const file = signDocument(signer, Buffer.from('content'), { at: Date.parse('2026-11-26T10:00:00Z') });
  const message = parseMessage(file);
  if (typeof message === 'string') throw new Error(message);
  const withCopies = (copies: number) => {
    const { certificate: own = [] } = message.info;
    Object.assign(message.info, { certificate: repeat(copies, own[0]) });
    return message.as_asn1();
  };
  expect(parseMessage(withCopies(maxCertificates))).toMatchObject({ type: 'signedData' });
  expect(parseMessage(withCopies(maxCertificates + 1))).toBe('wrongFile');
});
