import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, requestIdField, uuidField } from './fields.ts';
import { instantField, periodField } from './values/dates.ts';
import { actLedgerField } from './values/reconciliation-act.ts';

/** bills: the bills of some months as one archive, for the caller only. */
const kindField = z.enum(['reconciliation', 'bills']);

/** A requested document. */
export const documentSchema = z.object({
  documentId: uuidField,
  kind: kindField,
  /** Of a reconciliation act of a legal entity. */
  ledger: z.nullable(actLedgerField),
  /** Number of accounts in it. */
  accountCount: z.number(),
  /** Months, both included. */
  from: periodField,
  to: periodField,
  /** 'queued' and 'making': in progress; 'failed': request it again. */
  state: z.enum(['queued', 'making', 'ready', 'failed']),
  /** Percent. */
  progress: z.number(),
  requestedAt: instantField,
  /** null: not ready. */
  readyAt: z.nullable(instantField),
  fileName: z.nullable(z.string()),
  /** Why it failed; null: no reason known. */
  reason: z.nullable(z.string()),
});

export const documentMonths = defineCall({
  path: '/api/documents/months',
  summary: 'The months of which a document of an account can be made.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  /** For an act of a legal entity: its ledger. */
  input: signedInput({
    account: accountNumberField,
    kind: kindField,
    ledger: z.optional(actLedgerField),
  }),
  /** Both null: no period is closed yet. */
  output: success({ first: z.nullable(periodField), last: z.nullable(periodField) }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const requestDocument = defineCall({
  path: '/api/documents/request',
  summary: 'Asks for a document; it is made beside the answer.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  changes: true,
  /** Acts by ledger are of legal entities. */
  audienceOf: ({ ledger }) => (ledger === undefined ? 'customer' : 'entity'),
  input: signedInput({
    account: accountNumberField,
    kind: kindField,
    /** For an act of a legal entity; each ledger has its own act. */
    ledger: z.optional(actLedgerField),
    from: periodField,
    to: periodField,
    /** For bills: those of every account in the cabinet; absent: of this one. */
    scope: z.optional(z.enum(['account', 'all'])),
    requestId: requestIdField,
  }),
  output: success({ document: documentSchema, message: z.string() }),
  /** `documents.periodWrong` names the problem at `from` and `to`. */
  failures: [
    'documents.periodWrong',
    'documents.tooManyBills',
    'common.requestReused',
    'common.notFound',
    'common.tooManyRequests',
    'common.serviceDown',
  ],
});

export const listDocuments = defineCall({
  path: '/api/documents/list',
  summary: 'The documents of an account that were asked for, the newest first; each is kept for 90 days.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  /** Without a kind: all kinds. */
  input: signedInput({ account: accountNumberField, kind: z.optional(kindField) }),
  output: success({ documents: z.array(documentSchema) }),
  failures: [],
});

export const documentState = defineCall({
  path: '/api/documents/state',
  summary: 'How far a document is.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, documentId: uuidField }),
  output: success({ document: documentSchema }),
  failures: ['common.notFound'],
});

export const documentFile = defineCall({
  path: '/api/documents/file',
  summary: 'A document that is ready: an act as a PDF, bills as an archive of PDFs.',
  audience: 'customer',
  area: 'documents',
  accountField: 'account',
  file: [fileTypes.pdf, fileTypes.zip],
  input: signedInput({ account: accountNumberField, documentId: uuidField }),
  output: z.any(),
  failures: ['common.notFound', 'documents.notReady'],
});
