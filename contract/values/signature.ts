import * as z from 'zod/mini';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { textField, uuidField } from '../fields.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { minText } from './text-length.ts';

/**
 * Documents that are signed. Their subjects: of 'acceptanceAct' and 'readingReport' the billing period, of
 * 'reconciliationAct' the id of the act.
 */
const signableKinds = ['acceptanceAct', 'reconciliationAct', 'readingReport'] as const;
export const signableKindField = z.enum(signableKinds);

/** A period or an id. */
export const subjectField = z.union([periodField, uuidField.check(z.toLowerCase())]);

/** A signature that was judged and kept. */
export const documentSignatureSchema = z.object({
  signatureId: uuidField,
  party: z.enum(['customer', 'supplier']),
  /** A seal has the code of the company alone, no person. */
  isSeal: z.boolean(),
  signerName: z.string(),
  /** The post of the signer as the certificate says; null: it says none. */
  post: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  edrpou: z.nullable(z.string()),
  /** The tax number of the person; null: a seal. */
  drfo: z.nullable(z.string()),
  certificateSerial: z.string(),
  /** Name of the authority. */
  issuer: z.string(),
  /** By the clock of the signer; null: the signature does not say it. */
  signedAt: z.nullable(instantField),
  /** By the time stamp of an authority, which alone proves it; null: there is none. */
  timeStampedAt: z.nullable(instantField),
  /** 'notChecked': the server asks no authority (SIGNATURE_NETWORK=off). */
  revocation: z.enum(['good', 'notChecked']),
  addedAt: instantField,
});

/** A document whose bytes are frozen, with its signatures. */
export const signedDocumentSchema = z.object({
  documentId: uuidField,
  kind: signableKindField,
  subject: z.string(),
  /** 1 for the first; a document that is asked for anew after it changed has the next one. */
  edition: z.number(),
  /** Whether no later edition exists. */
  isLatest: z.boolean(),
  title: z.string(),
  /** Number of the document, e.g. of the act; null: it has none. */
  number: z.nullable(z.string()),
  fileName: z.string(),
  byteCount: z.number(),
  /** SHA-256 of the bytes in hexadecimal. */
  sha256: z.string(),
  preparedAt: instantField,
  state: z.enum(['unsigned', 'signedByCustomer', 'signedByBoth']),
  /**
   * 'notNeeded': the supplier does not sign this kind; 'afterCustomer': its seal signs as soon as the customer has; 'pending':
   * it is about to sign, ask again in a second; 'signed'; 'onPaper': no seal is configured, the supplier signs another way.
   */
  supplierSignature: z.enum(['notNeeded', 'afterCustomer', 'pending', 'signed', 'onPaper']),
  signatures: z.array(documentSignatureSchema),
});

/** Tax number of ten digits, or series and number of a passport instead of it. */
const drfoField = z
  .string()
  .check(z.overwrite(withoutSpaces), z.regex(/^(\d{9,10}|\p{L}{2}\d{6})$/u, { error: 'field.invalid' }));

const neededText = (maximum: number) => textField(maximum).check(z.trim(), minText(1, 'field.required'));

/** The powers of a person to sign for the company. */
export const newSignerSchema = z.object({
  drfo: drfoField,
  fullName: neededText(120),
  /** Post of the person, e.g. 'директор'; '' when it is not told. */
  post: textField(120).check(z.trim()),
  /** On what ground: statute, order, power of attorney with number and date. */
  ground: neededText(200),
  /** Kinds of documents; null: all. */
  kinds: z.nullable(z.array(signableKindField).check(z.minLength(1, { error: 'field.required' }))),
  validFrom: dateField,
  /** The last day; null: until they are ended. */
  validTo: z.nullable(dateField),
});

/** An entry of the list of persons who may sign. Without any entry, every employee by the certificate may. */
export const signerPowerSchema = z.object({
  signerId: uuidField,
  ...newSignerSchema.shape,
  state: z.enum(['active', 'future', 'ended']),
  /** Name of who added it; '' when it is not known. */
  addedBy: z.string(),
  addedAt: instantField,
});

/** A certificate of an authority, for administrators. */
export const authoritySchema = z.object({
  /** SHA-256 of the certificate in hexadecimal. */
  authorityId: z.string(),
  name: z.string(),
  issuer: z.string(),
  /** Serial number in hexadecimal. */
  serial: z.string(),
  isRoot: z.boolean(),
  validFrom: instantField,
  validTo: instantField,
  ocspUrl: z.nullable(z.string()),
  tspUrl: z.nullable(z.string()),
  cmpUrl: z.nullable(z.string()),
  /** 'sample': of the authority of the sample, which production does not trust. */
  origin: z.enum(['shipped', 'sample', 'uploaded']),
  addedAt: instantField,
  /** Login of the administrator; null: it was shipped. */
  addedBy: z.nullable(z.string()),
  /** No longer trusted since; null: it is. */
  removedAt: z.nullable(instantField),
});
