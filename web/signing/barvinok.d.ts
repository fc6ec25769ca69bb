/** What is used of the Ukrainian cryptography, which comes without types. Versions are pinned: its interface still changes. */
declare module '@ugla/barvinok' {
  import type { Buffer } from 'node:buffer';

  /** Functions of `@ugla/barvinok-gost89` that the models ask for. */
  interface Algorithms {
    hash(data: Uint8Array): Buffer;
    /** Decrypts a part of a key file. */
    storeload?(part: ProtectedPart, password: unknown): Buffer;
  }

  /** A protected part of a key file. */
  type ProtectedPart =
    | { readonly format: 'IIT'; readonly body: Buffer; readonly pad: Buffer; readonly mac: Buffer }
    | {
        readonly format: 'PBES2';
        readonly body: Buffer;
        readonly iv: Buffer;
        readonly salt: Buffer;
        readonly iters: number;
        /** Substitution table, packed. */
        readonly sbox: Buffer;
      };

  class Pub {
    keyid(algorithms: Algorithms): Buffer;
    verify(hash: Buffer, signature: Buffer, format: 'le'): boolean;
  }

  interface KeyStore {
    readonly keys: readonly Priv[];
    readonly certs: readonly Buffer[];
  }

  class Priv {
    /** The key and, of a file with two, the key of agreement. */
    static from_asn1(data: Buffer, returnStore: true): { readonly keys: readonly Priv[] };
    static from_protected(data: Buffer, password: unknown, algorithms: Algorithms): KeyStore;
    pub(): Pub;
    as_asn1(): Buffer;
  }

  /** Names of a subject or an issuer by X.520 abbreviation or OID. */
  type Names = Readonly<Record<string, string | undefined>>;

  interface Certificate {
    readonly subject: Names;
    readonly issuer: Names;
    readonly valid: { readonly from: number; readonly to: number };
    /** A big number. */
    readonly serial: { toString(radix: number): string };
    readonly pubkeyAlgorithm: string;
    /** Absent: the key is not of DSTU 4145. */
    readonly pubkey?: Pub;
    readonly extension: {
      readonly keyUsage?: Buffer;
      readonly ipn: { readonly DRFO?: string; readonly EDRPOU?: string } | null;
      readonly subjectInfoAccess: { readonly id: string; readonly link?: string } | null;
    };
    canUseFor(operation: 'sign' | 'encrypt'): boolean;
    as_asn1(): Buffer;
  }
  const Certificate: {
    from_asn1(data: Buffer): Certificate;
    from_pem(data: Buffer): Certificate;
  };

  interface NewSignature {
    readonly type: 'signedData';
    readonly cert: Certificate;
    readonly signer: Priv;
    readonly hash: Algorithms['hash'];
    readonly dataHash: Buffer;
    readonly data: Buffer | null;
    /** Seconds. */
    readonly signTime: number;
  }

  class Message {
    constructor(source: Buffer | NewSignature);
    readonly signature: Buffer;
    addSignatureToken(token: Buffer): void;
    as_asn1(): Buffer;
  }

  /** Checks signatures; without certificates of authorities it checks no chain. */
  class Box {
    constructor(options: { readonly algo: Algorithms });
    unwrap(
      signature: Buffer,
      content?: Buffer,
    ): Promise<{ readonly error?: string; readonly pipe: readonly object[] }>;
  }

  const models: { readonly Message: typeof Message };

  export { type Algorithms, Box, Certificate, models, Priv, type ProtectedPart };
}

declare module '@ugla/barvinok-gost89' {
  import type { Buffer } from 'node:buffer';

  interface Hash {
    /** State: the hash of the blocks so far, their sum, their length in bytes. */
    readonly H: Uint8Array;
    readonly S: Uint8Array;
    len: number;
    update(data: Uint8Array): void;
    update32(block: Uint8Array): void;
    finish<Out extends Uint8Array>(out: Out): Out;
    reset(): void;
  }

  interface Gost28147 {
    key(key: Uint8Array): void;
    crypt(data: Buffer, out: Buffer): Buffer;
    decrypt(data: Buffer, out: Buffer): Buffer;
    decrypt_cfb(iv: Buffer, data: Buffer, out: Buffer): Buffer;
  }

  export const Hash: { init(): Hash };
  /** GOST 34.311 with the default table. */
  export function gosthash(data: Uint8Array): Buffer;
  /** GOST 28147 with a substitution table, or with the default one. */
  export function init(table?: Uint8Array): Gost28147;
}

declare module '@ugla/barvinok-keystore' {
  import type { Buffer } from 'node:buffer';

  interface KeyEntry {
    readonly key: Buffer;
    readonly certs: readonly Buffer[];
  }

  /** The entries of a Java key store; a trusted certificate has `data` instead. Null: it is none. */
  export function parse(file: Buffer): { readonly material: readonly (KeyEntry | { data: Buffer })[] } | null;
  /** Null: the password is wrong. */
  export function decode(key: Buffer, password: string): Buffer | null;
}
