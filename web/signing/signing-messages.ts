/** The largest key or certificate file, bytes; those in use have up to 30 kB. */
export const maxKeyBytes = 1024 * 1024;

/** Why a key file can't be signed with. */
export type KeyProblem =
  /** Larger than any key file. */
  | 'tooLarge'
  /** Neither a key file nor a certificate. */
  | 'notAKey'
  /** A certificate without its key. */
  | 'certificateAlone'
  | 'wrongPassword'
  /** RSA or ECDSA. */
  | 'unsupportedKey'
  /** The file is protected by another algorithm than GOST 28147. */
  | 'unsupportedProtection'
  /** The certificates of the file say that its keys are not for signing. */
  | 'notForSigning';

/** Why a certificate file does not help. */
export type CertificateProblem =
  | 'notACertificate'
  /** It belongs to a key that is not in the file. */
  | 'otherKey'
  /** It belongs to the key of agreement, which does not sign. */
  | 'notForSigning';

/** What a certificate says of its owner. */
export interface CertificateFacts {
  /** Serial number in hexadecimal. */
  readonly serial: string;
  /** Person, or of a seal the organization. */
  readonly owner: string;
  readonly organization: string | null;
  readonly post: string | null;
  readonly edrpou: string | null;
  /** Tax number of the person; null: none, as in a seal. */
  readonly drfo: string | null;
  /** Only the code of an organization: a seal, no person. */
  readonly isSeal: boolean;
  readonly authority: string;
  /** Milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
  /** The time server of the authority; null: it names none. */
  readonly tspUrl: string | null;
}

/** A key that may sign. */
export interface SigningKey {
  readonly keyId: string;
  readonly certificate: CertificateFacts;
}

/** Keys that may sign; none: their certificates are not in the file and must be added. */
export type OpenedKeys = { readonly keys: readonly SigningKey[] } | { readonly problem: KeyProblem };
export type AddedCertificate =
  | { readonly keys: readonly SigningKey[] }
  | { readonly problem: CertificateProblem };

/** The digest that a time server stamps: GOST 34.311 of the signature value. */
export interface UnstampedSignature {
  readonly digest: Uint8Array<ArrayBuffer>;
}

/** What the worker is asked for, each answered by `SigningAnswers` of the same name. */
export interface SigningRequests {
  readonly open: { readonly file: Uint8Array<ArrayBuffer>; readonly password: string };
  readonly addCertificate: { readonly file: Uint8Array<ArrayBuffer> };
  readonly sign: {
    readonly keyId: string;
    readonly document: Uint8Array<ArrayBuffer>;
    /** Milliseconds since 1970. */
    readonly signedAt: number;
  };
  /** The signature of the last `sign`, with its time stamp if there is one. */
  readonly finish: { readonly token: Uint8Array<ArrayBuffer> | null };
}

export interface SigningAnswers {
  readonly open: OpenedKeys;
  readonly addCertificate: AddedCertificate;
  readonly sign: UnstampedSignature;
  readonly finish: { readonly signature: Uint8Array<ArrayBuffer> };
}

export type SigningTask = keyof SigningRequests;

export type SigningRequest = {
  [Task in SigningTask]: { readonly task: Task } & SigningRequests[Task];
}[SigningTask];

/** What the worker sends: how far a key is opened (0 to 1), the answer, or that it failed. */
export type SigningReply =
  | { readonly progress: number }
  | { readonly answer: SigningAnswers[SigningTask] }
  | { readonly failed: true };
