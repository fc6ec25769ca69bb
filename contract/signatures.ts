import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, requestIdField, uuidField } from './fields.ts';
import { dateField, periodField } from './values/dates.ts';
import {
  newSignerSchema,
  signableKindField,
  signedDocumentSchema,
  signerPowerSchema,
  subjectField,
} from './values/signature.ts';
import { maxText } from './values/text-length.ts';

const ofAccount = { account: accountNumberField };
const ofDocument = { ...ofAccount, documentId: uuidField };

export const prepareDocument = defineCall({
  path: '/api/signatures/prepare',
  summary:
    'Freezes the bytes of a document to be signed. The same subject gives the same document until a new edition is asked for.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  changes: true,
  input: signedInput({
    ...ofAccount,
    kind: signableKindField,
    subject: subjectField,
    /** Freezes the document anew, e.g. after it was corrected; earlier editions and their signatures stay. */
    newEdition: z.optional(z.boolean()),
    requestId: requestIdField,
  }),
  output: success({ document: signedDocumentSchema }),
  failures: ['billing.noCharges', 'common.requestReused', 'common.notFound', 'common.serviceDown'],
});

export const getSignedDocument = defineCall({
  path: '/api/signatures/get',
  summary: 'A frozen document with its signatures.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  input: signedInput(ofDocument),
  output: success({ document: signedDocumentSchema }),
  failures: ['common.notFound'],
});

export const listSignedDocuments = defineCall({
  path: '/api/signatures/list',
  summary: 'Frozen documents of an account with their signatures, newest first, in parts.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  input: signedInput({
    ...ofAccount,
    kind: z.optional(signableKindField),
    /** The documents of one subject, e.g. all editions of an act. */
    subject: z.optional(subjectField),
    cursor: z.optional(cursorField),
  }),
  output: success({ documents: z.array(signedDocumentSchema), next: z.nullable(cursorField) }),
  failures: [],
});

export const signedDocumentFile = defineCall({
  path: '/api/signatures/document',
  summary: 'The frozen bytes of a document, byte for byte what is signed.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  file: [fileTypes.pdf, fileTypes.xlsx],
  input: signedInput(ofDocument),
  output: z.any(),
  failures: ['common.notFound'],
});

/** Largest signature or container, megabytes; it may hold the document. */
export const maxSignatureMb = 20;

export const addSignature = defineCall({
  path: '/api/signatures/add',
  summary:
    'Judges a signature of a document (.p7s attached or detached, or .asice) and keeps it: bytes, dates, authority, revocation, owner.',
  audience: 'entity',
  area: 'signing',
  accountField: 'account',
  changes: true,
  upload: { maxBytes: maxSignatureMb * 1024 * 1024, tooLarge: 'signature.fileTooLarge' },
  input: signedInput({ ...ofDocument, requestId: requestIdField }),
  output: success({ document: signedDocumentSchema, message: z.string() }),
  failures: [
    'signature.certificateExpired',
    'signature.certificateNotYetValid',
    'signature.certificateRevoked',
    'signature.certificateUnknownIssuer',
    'signature.certificateStatusUnavailable',
    'signature.ownerMismatch',
    'signature.broken',
    'signature.algorithmUnsupported',
    'signature.alreadySigned',
    'signature.fileTooLarge',
    'signature.noPowers',
    'signature.notForSigning',
    'signature.sealAlone',
    'signature.severalSigners',
    'signature.wrongFile',
    'signature.xades',
    'common.requestReused',
    'common.notFound',
  ],
});

export const timeStamp = defineCall({
  path: '/api/signatures/time-stamp',
  summary:
    'A time stamp of a signature value, got of the time server of a known authority. Without an answer of it: no token, and why.',
  audience: 'entity',
  area: 'signing',
  accountField: 'account',
  input: signedInput({
    ...ofAccount,
    /** GOST 34.311 of the signature value: 32 bytes in base64. */
    digest: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, { error: 'field.invalid' })),
    /** The time server that the certificate names; that of another authority is used when its host is not known. */
    tspUrl: z.optional(
      z.string().check(maxText(200), z.regex(/^https?:\/\/[!-~]+$/, { error: 'field.invalid' })),
    ),
  }),
  output: success({
    /** DER of the token in base64; null: sign without it. */
    token: z.nullable(z.string()),
    /** Why there is no token; null: there is one. */
    message: z.nullable(z.string()),
  }),
  failures: [],
});

export const signersPage = defineCall({
  path: '/api/signatures/page',
  summary:
    'The page of signers of a document as a PDF: who signed, by what certificate, when, and what proves the time.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput(ofDocument),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const signatureArchive = defineCall({
  path: '/api/signatures/archive',
  summary: 'A document with a detached signature of each signer and the page of signers, as a ZIP archive.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  file: fileTypes.zip,
  input: signedInput(ofDocument),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const monthArchive = defineCall({
  path: '/api/signatures/month',
  summary: 'All papers of a month of an account, with signatures and pages of signers, as a ZIP archive.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  file: fileTypes.zip,
  input: signedInput({ ...ofAccount, period: periodField }),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound', 'common.serviceDown'],
});

export const listSigners = defineCall({
  path: '/api/signatures/signers',
  summary:
    'The persons who may sign for the company with their powers, those that ended last; none: every employee by the certificate may.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  input: signedInput(ofAccount),
  output: success({ signers: z.array(signerPowerSchema) }),
  failures: [],
});

/** Most entries in the list of signers of an account. */
export const maxSigners = 100;

export const addSigner = defineCall({
  path: '/api/signatures/add-signer',
  summary:
    'Adds a person who may sign for the company. The first one ends that every employee may; of one person the days do not overlap.',
  audience: 'entity',
  area: 'people',
  accountField: 'account',
  changes: true,
  input: signedInput({ ...ofAccount, signer: newSignerSchema }),
  output: success({ signers: z.array(signerPowerSchema) }),
  failures: ['signature.signerTwice', 'signature.tooManySigners'],
});

const ofSigner = { ...ofAccount, signerId: uuidField };

export const endSigner = defineCall({
  path: '/api/signatures/end-signer',
  summary: 'Ends the powers of a signer after a day, which is earlier than the end that they have.',
  audience: 'entity',
  area: 'people',
  accountField: 'account',
  changes: true,
  input: signedInput({ ...ofSigner, lastDay: dateField }),
  output: success({ signers: z.array(signerPowerSchema) }),
  failures: ['common.notFound'],
});

export const removeSigner = defineCall({
  path: '/api/signatures/remove-signer',
  summary:
    'Takes an entry that was a mistake out of the list of signers. After the last one every employee may sign again.',
  audience: 'entity',
  area: 'people',
  accountField: 'account',
  changes: true,
  input: signedInput(ofSigner),
  output: success({ signers: z.array(signerPowerSchema) }),
  failures: ['common.notFound'],
});
