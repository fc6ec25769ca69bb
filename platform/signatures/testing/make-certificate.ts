import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { keyIdOf, parseCertificate } from '../certificate.ts';
import { asn1, type Certificate, gosthash, library, type PrivateKey } from '../library.ts';

/** A key with its certificate. */
export interface Identity {
  readonly priv: PrivateKey;
  readonly certificate: Certificate;
}

export interface CertificateFixture {
  /** X.520 names by their abbreviations: commonName, organizationName, … */
  readonly subject: Readonly<Record<string, string>>;
  readonly edrpou?: string;
  readonly drfo?: string;
  /** 'authority' issues others; 'server' stamps time or answers about certificates. */
  readonly kind?: 'authority' | 'signer' | 'server';
  /** OID of the purpose of a server. */
  readonly purpose?: string;
  readonly ocspUrl?: string;
  readonly tspUrl?: string;
  readonly from?: string;
  readonly to?: string;
  readonly priv?: PrivateKey;
  /** Absent: it signs itself. */
  readonly issuer?: Identity;
  /** Bits of the key usage; 0xc0 by default: signature, non-repudiation. */
  readonly usage?: number;
}

const { std_curve: curve } = library as unknown as {
  std_curve(name: string): { keygen(): PrivateKey };
};
const { DEFAULT_SBOX_COMPRESSED: sbox } = library.dstszi2010 as unknown as {
  DEFAULT_SBOX_COMPRESSED: Buffer;
};
const BigNumber = createRequire(createRequire(import.meta.url).resolve('@ugla/barvinok'))('bn.js');

/** A new key of the curve that Ukrainian authorities use. */
const newKey = () => curve('DSTU_PB_257').keygen();

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};
const oid = (text: string) =>
  asn1
    .define('Oid', function () {
      this.objid();
    })
    .encode(text.split('.').map(Number), 'der');
const link = (purpose: string, url: string) =>
  der(0x30, der(0x30, oid(purpose), der(0x86, Buffer.from(url))));
const code = (kind: string, value: string) =>
  der(0x30, oid(`1.2.804.2.1.1.1.11.1.4.${kind}.1`), der(0x31, der(0x13, Buffer.from(value))));

function extensionsOf(fixture: CertificateFixture, keyId: Buffer, issuerKeyId: Buffer) {
  const { kind = 'signer', edrpou, drfo, purpose, ocspUrl, tspUrl, usage = 0xc0 } = fixture;
  const codes = [...(edrpou ? [code('2', edrpou)] : []), ...(drfo ? [code('1', drfo)] : [])];
  return [
    { extnID: 'subjectKeyIdentifier', extnValue: der(0x04, keyId) },
    { extnID: 'authorityKeyIdentifier', extnValue: der(0x30, der(0x80, issuerKeyId)) },
    {
      extnID: 'keyUsage',
      critical: true,
      extnValue: der(0x03, Buffer.from([0, kind === 'authority' ? 0x06 : usage])),
    },
    ...(kind === 'authority'
      ? [{ extnID: 'basicConstraints', critical: true, extnValue: der(0x30, Buffer.from([1, 1, 0xff])) }]
      : []),
    ...(purpose ? [{ extnID: 'extendedKeyUsage', critical: true, extnValue: der(0x30, oid(purpose)) }] : []),
    ...(codes.length > 0 ? [{ extnID: 'subjectDirectoryAttributes', extnValue: der(0x30, ...codes) }] : []),
    ...(ocspUrl ? [{ extnID: 'authorityInfoAccess', extnValue: link('1.3.6.1.5.5.7.48.1', ocspUrl) }] : []),
    ...(tspUrl ? [{ extnID: 'subjectInfoAccess', extnValue: link('1.3.6.1.5.5.7.48.3', tspUrl) }] : []),
  ];
}

const nameOf = (names: Readonly<Record<string, string>>) => ({
  type: 'rdn',
  value: Object.entries(names).map(([type, text]) => [{ type, value: der(0x0c, Buffer.from(text)) }]),
});

/** A certificate for a key, signed by an authority or by itself. */
export function makeIdentity(fixture: CertificateFixture): Identity {
  const priv = fixture.priv ?? newKey();
  const signer = fixture.issuer?.priv ?? priv;
  const pub = priv.pub();
  const keyId = keyIdOf(pub);
  const date = (text: string) => ({ type: 'utcTime', value: new Date(text) });
  const algorithm = { algorithm: 'Dstu4145le' };
  const subject = nameOf(fixture.subject);
  const tbsCertificate = {
    version: 'v3',
    serialNumber: new BigNumber(`1${randomBytes(15).toString('hex')}`, 16),
    signature: algorithm,
    issuer: fixture.issuer?.certificate.ob.tbsCertificate.subject ?? subject,
    validity: {
      notBefore: date(fixture.from ?? '2024-01-01T00:00:00Z'),
      notAfter: date(fixture.to ?? '2044-01-01T00:00:00Z'),
    },
    subject,
    subjectPublicKeyInfo: {
      algorithm: {
        algorithm: 'Dstu4145le',
        parameters: { curve: { type: 'id', value: 'DSTU_PB_257' }, dke: sbox },
      },
      subjectPublicKey: { unused: 0, data: pub.serialize() },
    },
    extensions: extensionsOf(fixture, keyId, fixture.issuer ? keyIdOf(signer.pub()) : keyId),
  };
  const hash = gosthash(library.rfc3280.TBSCertificate.encode(tbsCertificate, 'der'));
  const encoded = library.rfc3280.Certificate.encode(
    {
      tbsCertificate,
      signatureAlgorithm: algorithm,
      signature: { unused: 0, data: der(0x04, signer.sign(hash, 'le')) },
    },
    'der',
  );
  return { priv, certificate: parseCertificate(encoded) };
}

export interface SignatureFixture {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly isAttached?: boolean;
}

/** A CAdES-BES signature, detached by default. */
export function signDocument(
  { priv, certificate }: Identity,
  document: Uint8Array,
  { at, isAttached = false }: SignatureFixture,
): Buffer {
  const data = Buffer.from(document);
  return new library.models.Message({
    type: 'signedData',
    cert: certificate,
    signer: priv,
    hash: gosthash,
    dataHash: gosthash(data),
    data: isAttached ? data : null,
    signTime: Math.floor(at / 1000),
  }).as_asn1();
}

/** The keys of a published key file. */
export function openKeys(file: Buffer, password: string, algorithms: unknown): readonly PrivateKey[] {
  return library.Box.load({ keyBuffers: [file], password }, algorithms).flatMap(({ priv }) => priv ?? []);
}
