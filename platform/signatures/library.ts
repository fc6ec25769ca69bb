import * as untyped from '@ugla/barvinok';
import asn1, { type Entity } from '@ugla/barvinok-asn1';
import { gosthash } from '@ugla/barvinok-gost89';

/** The names of a subject or an issuer by X.520, e.g. `commonName`. */
type Names = Readonly<Record<string, string | undefined>>;

/** A name as it stands in a certificate. */
interface RawName {
  readonly type: 'rdn';
  readonly value: readonly (readonly { readonly type: unknown; readonly value: Buffer }[])[];
}

interface BigNumber {
  toString(radix: number): string;
  eq(other: BigNumber): boolean;
}

interface PublicKey {
  /** @param format 'le': both halves of the signature one after the other. */
  verify(hash: Buffer, signature: Buffer, format?: 'le'): boolean;
  keyid(algorithms: { readonly hash: typeof gosthash }): Buffer;
  serialize(): Buffer;
}

export interface PrivateKey {
  readonly curve: { name(): string };
  readonly sbox: Buffer;
  pub(): PublicKey;
  sign(hash: Buffer, format: 'le'): Buffer;
}

type Extensions = readonly { readonly extnID: unknown; readonly extnValue: Buffer }[];

/** A certificate as the library parses it. Methods throw on a certificate that lacks what they need. */
export interface Certificate {
  readonly subject: Names;
  readonly issuer: Names;
  /** Epoch milliseconds. */
  readonly valid: { readonly from: number; readonly to: number };
  readonly serial: BigNumber;
  /** 'Dstu4145le'; another algorithm by its name, or as numbers of its OID. */
  readonly pubkeyAlgorithm: unknown;
  /** Absent: the key is not of DSTU 4145. */
  readonly pubkey?: PublicKey;
  readonly extension: {
    readonly keyUsage?: Buffer;
    readonly extendedKeyUsage?: Buffer;
    readonly ipn: { readonly DRFO?: string; readonly EDRPOU?: string } | null;
    readonly subjectKeyIdentifier: Buffer | null;
    readonly authorityKeyIdentifier: Buffer | null;
  };
  readonly ob: {
    readonly tbsCertificate: {
      readonly issuer: RawName;
      readonly subject: RawName;
      readonly serialNumber: BigNumber;
      readonly extensions?: Extensions;
    };
  };
  trusted?: boolean;
  canUseFor(operation: string): boolean;
  isRoot(): boolean;
  issuerDN(): string;
  subjectDN(): string;
  as_asn1(): Buffer;
  name_asn1(): Buffer;
  nameSerial(): { readonly issuer: RawName; readonly serialNumber: BigNumber };
  verify(
    at: { readonly time: number; readonly usage?: string },
    hashes: Readonly<Record<string, typeof gosthash>>,
    lookup: (name: string, keyId: Buffer | undefined) => Certificate | null,
  ): unknown;
  verifySelfSigned(at: { readonly time: number }, hashes: Readonly<Record<string, typeof gosthash>>): unknown;
}

interface SignerInfo {
  readonly sid:
    | { readonly type: 'issuerAndSerialNumber'; readonly value: { issuer: RawName; serialNumber: BigNumber } }
    | { readonly type: 'subjectKeyIdentifier'; readonly value: Buffer };
  readonly digestAlgorithm: { readonly algorithm: unknown };
  readonly digestEncryptionAlgorithm: { readonly algorithm: unknown };
}

/** A message of CMS. */
export interface Message {
  readonly type: unknown;
  readonly info: {
    readonly contentInfo: { readonly contentType: unknown; content?: Buffer };
    readonly certificate?: readonly unknown[];
    readonly signerInfos: readonly SignerInfo[];
  };
  /** Signed attributes; absent: the content itself is signed. */
  readonly attrs?: readonly { readonly type: unknown; readonly values: readonly Buffer[] }[];
  readonly pattrs: { readonly index: Readonly<Record<string, Buffer>>; readonly signingTime: number | null };
  readonly puattrs: { readonly index: Readonly<Record<string, Buffer>>; list?: unknown[] };
  readonly signature: Buffer;
  mhash(hash: typeof gosthash): Buffer;
  addSignatureToken(token: Buffer): void;
  as_asn1(): Buffer;
}

interface NewMessage {
  readonly type: 'signedData';
  readonly cert: Certificate;
  readonly signer: PrivateKey;
  readonly hash: typeof gosthash;
  readonly dataHash: Buffer;
  readonly data: Buffer | null;
  /** Epoch seconds. */
  readonly signTime: number;
}

/** What a time stamp says. */
export interface TokenInfo {
  readonly messageImprint: {
    readonly hashAlgorithm: { readonly algorithm: unknown };
    readonly hashedMessage: Buffer;
  };
  /** Epoch milliseconds. */
  readonly genTime: number;
}

interface Library {
  readonly Certificate: {
    new (parsed: unknown): Certificate;
    from_asn1(data: Buffer): Certificate;
    from_pem(data: Buffer): Certificate;
    formatDN(name: RawName['value']): string;
  };
  readonly Box: {
    load(
      files: { readonly keyBuffers: readonly Buffer[]; readonly password: string },
      algorithms: unknown,
    ): readonly { readonly priv?: PrivateKey; readonly cert?: Certificate }[];
  };
  readonly models: { readonly Message: new (source: Buffer | NewMessage) => Message };
  readonly rfc3280: {
    readonly AlgorithmIdentifier: Entity;
    readonly Certificate: Entity;
    readonly Extensions: Entity;
    readonly Name: Entity;
    readonly TBSCertificate: Entity;
  };
  readonly rfc3161: {
    readonly TSTInfo: Entity<TokenInfo>;
    readonly TimeStampResp: Entity<{
      readonly status: { readonly status: string };
      readonly timeStampToken: unknown;
    }>;
  };
  readonly dstszi2010: { readonly ContentInfo: Entity };
}

/** The library with the types of what is used of it: it comes without them. */
export const library = untyped as unknown as Library;
export { asn1, gosthash };

/** Of a certificate that is judged: what its signature may be made with. */
export const certificateHashes = { Dstu4145le: gosthash } as const;

/** Whole bytes as the library wants them: what comes from another process is a Uint8Array. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
