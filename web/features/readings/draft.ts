import type { Zone } from '#domain/tariffs/tariff.ts';
import type { Attempt } from '#web/lib/attempt.ts';
import type { OutcomeData, ReceiptData } from './reading-types.ts';

/** What stands between the typed values and their being taken. */
export type Hindrance =
  /** The customer corrects or agrees. */
  | { kind: 'confirm'; code: string; message: string }
  /** Taken only with a photo of the meter. */
  | { kind: 'photo'; message: string }
  | { kind: 'refused'; code: string; message: string; zones: readonly Zone[] }
  /** Not answered, or a fault: the same attempt can be repeated. */
  | { kind: 'failed'; message: string; offline: boolean };

/** The reading of one meter on its way from the finger to the receipt. */
export interface Draft {
  values: Partial<Record<Zone, string>>;
  confirmed: readonly string[];
  photoId: string | undefined;
  correcting: boolean;
  reason: string;
  hindrance: Hindrance | undefined;
  /** How often something was refused: the summary then takes the focus. */
  refusals: number;
  sending: boolean;
  /** Kept until it is answered. */
  attempt: Attempt | undefined;
  accepted: { outcome: OutcomeData; receipt: ReceiptData } | undefined;
}

export type DraftAction =
  | { type: 'typed'; zone: Zone; text: string }
  | { type: 'hindered'; hindrance: Hindrance; answered: boolean }
  | { type: 'agreed' }
  | { type: 'backToEditing' }
  | { type: 'photoAdded'; photoId: string }
  | { type: 'photoRemoved' }
  | { type: 'sent'; attempt: Attempt }
  | { type: 'accepted'; outcome: OutcomeData; receipt: ReceiptData }
  | { type: 'correctionStarted'; values: Partial<Record<Zone, string>> }
  | { type: 'correctionLeft' }
  | { type: 'reasonGiven'; reason: string };

export const emptyDraft: Draft = {
  values: {},
  confirmed: [],
  photoId: undefined,
  correcting: false,
  reason: '',
  hindrance: undefined,
  refusals: 0,
  sending: false,
  attempt: undefined,
  accepted: undefined,
};

/** The next state of a draft. Nothing that was typed is ever lost but by a receipt or by leaving a correction. */
export function changeDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'typed': {
      const values = { ...draft.values, [action.zone]: action.text };
      return { ...draft, values, confirmed: [], hindrance: undefined };
    }
    case 'hindered': {
      const { hindrance, answered } = action;
      const refusals = draft.refusals + (hindrance.kind === 'refused' ? 1 : 0);
      const attempt = answered ? undefined : draft.attempt;
      return { ...draft, hindrance, refusals, sending: false, attempt };
    }
    case 'agreed': {
      if (draft.hindrance?.kind !== 'confirm') return draft;
      return { ...draft, confirmed: [...draft.confirmed, draft.hindrance.code], hindrance: undefined };
    }
    case 'backToEditing':
      return { ...draft, confirmed: [], hindrance: undefined };
    case 'photoAdded':
      return { ...draft, photoId: action.photoId, hindrance: undefined };
    case 'photoRemoved':
      return { ...draft, photoId: undefined };
    case 'sent':
      return { ...draft, sending: true, hindrance: undefined, attempt: action.attempt };
    case 'accepted':
      return { ...emptyDraft, accepted: { outcome: action.outcome, receipt: action.receipt } };
    case 'correctionStarted':
      return { ...emptyDraft, correcting: true, values: action.values };
    case 'correctionLeft':
      return emptyDraft;
    case 'reasonGiven':
      return { ...draft, reason: action.reason };
  }
}
