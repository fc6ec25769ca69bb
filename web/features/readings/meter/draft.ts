import type { Zone } from '#domain/tariffs/tariff.ts';
import type { Attempt } from '#web/lib/form/attempt.ts';
import type { OutcomeData, ReceiptData } from '../api.ts';
import type { UnsentPhoto } from '../offline-queue/queued-reading.ts';

/** Why typed values were not accepted. */
export type SubmissionError =
  /** The customer corrects the values or confirms. */
  | { kind: 'confirm'; code: string; message: string; advice?: string | undefined }
  /** These registers are accepted only with a photo of the meter. */
  | { kind: 'photo'; message: string; zones: readonly Zone[] }
  | { kind: 'refused'; code: string; message: string; zones: readonly Zone[] }
  /** No answer, or a fault: the same attempt can be repeated. */
  | { kind: 'failed'; message: string; offline: boolean };

/** The reading of one meter, from the first digit to the receipt. */
export interface Draft {
  values: Partial<Record<Zone, string>>;
  confirmed: readonly string[];
  photoId: string | undefined;
  /** A photo that is not sent yet; it is queued with the reading. */
  unsentPhoto: UnsentPhoto | undefined;
  correcting: boolean;
  reason: string;
  submissionError: SubmissionError | undefined;
  /** Number of refusals: a new one moves the focus to the summary. */
  refusals: number;
  sending: boolean;
  /** Kept until the server answers. */
  attempt: Attempt | undefined;
  accepted: { outcome: OutcomeData; receipt: ReceiptData } | undefined;
}

/** What a withdrawn queued reading puts back into the form. */
interface Withdrawn {
  values: Partial<Record<Zone, string>>;
  unsentPhoto: UnsentPhoto | undefined;
  photoId: string | undefined;
  correctionReason: string | undefined;
  submissionError: SubmissionError | undefined;
}

export type DraftAction =
  | { type: 'typed'; zone: Zone; text: string }
  | { type: 'rejected'; submissionError: SubmissionError; answered: boolean }
  | { type: 'agreed' }
  | { type: 'backToEditing' }
  | { type: 'photoAdded'; photoId: string }
  | { type: 'photoUnsent'; photo: UnsentPhoto }
  | { type: 'photoRemoved' }
  | { type: 'sent'; attempt: Attempt }
  | { type: 'accepted'; outcome: OutcomeData; receipt: ReceiptData }
  /** The reading is queued on the device. */
  | { type: 'queued' }
  | ({ type: 'withdrawn' } & Withdrawn)
  | { type: 'correctionStarted'; values: Partial<Record<Zone, string>> }
  | { type: 'correctionCancelled' }
  | { type: 'reasonGiven'; reason: string };

export const emptyDraft: Draft = {
  values: {},
  confirmed: [],
  photoId: undefined,
  unsentPhoto: undefined,
  correcting: false,
  reason: '',
  submissionError: undefined,
  refusals: 0,
  sending: false,
  attempt: undefined,
  accepted: undefined,
};

/** Whether values have to change, or need a photo. */
export function isRefusal(error: SubmissionError | undefined): boolean {
  return error?.kind === 'refused' || error?.kind === 'photo';
}

/** The next state of a draft. Typed values are removed only by a receipt or by cancelling a correction. */
export function changeDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'typed': {
      const values = { ...draft.values, [action.zone]: action.text };
      return { ...draft, values, confirmed: [], submissionError: undefined };
    }
    case 'rejected': {
      const { submissionError, answered } = action;
      const refusals = draft.refusals + (isRefusal(submissionError) ? 1 : 0);
      const attempt = answered ? undefined : draft.attempt;
      return { ...draft, submissionError, refusals, sending: false, attempt };
    }
    case 'agreed': {
      if (draft.submissionError?.kind !== 'confirm') return draft;
      return {
        ...draft,
        confirmed: [...draft.confirmed, draft.submissionError.code],
        submissionError: undefined,
      };
    }
    case 'backToEditing':
      return { ...draft, confirmed: [], submissionError: undefined };
    case 'photoAdded':
      return { ...draft, photoId: action.photoId, unsentPhoto: undefined, submissionError: undefined };
    case 'photoUnsent':
      return { ...draft, photoId: undefined, unsentPhoto: action.photo, submissionError: undefined };
    case 'photoRemoved':
      return { ...draft, photoId: undefined, unsentPhoto: undefined };
    case 'sent':
      return { ...draft, sending: true, submissionError: undefined, attempt: action.attempt };
    case 'accepted':
      return { ...emptyDraft, accepted: { outcome: action.outcome, receipt: action.receipt } };
    case 'queued':
      return emptyDraft;
    case 'withdrawn': {
      const { type: _, correctionReason, ...withdrawn } = action;
      const refusals = draft.refusals + (isRefusal(withdrawn.submissionError) ? 1 : 0);
      const correcting = correctionReason !== undefined;
      return { ...emptyDraft, ...withdrawn, refusals, correcting, reason: correctionReason ?? '' };
    }
    case 'correctionStarted':
      return { ...emptyDraft, correcting: true, values: action.values };
    case 'correctionCancelled':
      return emptyDraft;
    case 'reasonGiven':
      return { ...draft, reason: action.reason };
  }
}
