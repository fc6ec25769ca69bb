import type { Zone } from '#domain/tariffs/tariff.ts';
import type { Attempt } from '#web/lib/attempt.ts';
import type { OutcomeData, ReceiptData } from './reading-types.ts';
import type { KeptPhoto } from './waiting/kept-photo.ts';

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
  /** A photo that could not be sent yet; it waits with the reading. */
  keptPhoto: KeptPhoto | undefined;
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

/** What comes back into the form from what waited for the network. */
export interface TakenBack {
  values: Partial<Record<Zone, string>>;
  keptPhoto: KeptPhoto | undefined;
  photoId: string | undefined;
  correctionReason: string | undefined;
  hindrance: Hindrance | undefined;
}

export type DraftAction =
  | { type: 'typed'; zone: Zone; text: string }
  | { type: 'hindered'; hindrance: Hindrance; answered: boolean }
  | { type: 'agreed' }
  | { type: 'backToEditing' }
  | { type: 'photoAdded'; photoId: string }
  | { type: 'photoKept'; photo: KeptPhoto }
  | { type: 'photoRemoved' }
  | { type: 'sent'; attempt: Attempt }
  | { type: 'accepted'; outcome: OutcomeData; receipt: ReceiptData }
  /** It waits for the network on the device. */
  | { type: 'waits' }
  | ({ type: 'takenBack' } & TakenBack)
  | { type: 'correctionStarted'; values: Partial<Record<Zone, string>> }
  | { type: 'correctionLeft' }
  | { type: 'reasonGiven'; reason: string };

export const emptyDraft: Draft = {
  values: {},
  confirmed: [],
  photoId: undefined,
  keptPhoto: undefined,
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
      return { ...draft, photoId: action.photoId, keptPhoto: undefined, hindrance: undefined };
    case 'photoKept':
      return { ...draft, photoId: undefined, keptPhoto: action.photo, hindrance: undefined };
    case 'photoRemoved':
      return { ...draft, photoId: undefined, keptPhoto: undefined };
    case 'sent':
      return { ...draft, sending: true, hindrance: undefined, attempt: action.attempt };
    case 'accepted':
      return { ...emptyDraft, accepted: { outcome: action.outcome, receipt: action.receipt } };
    case 'waits':
      return emptyDraft;
    case 'takenBack': {
      const { type: _, correctionReason, ...taken } = action;
      const refusals = draft.refusals + (taken.hindrance?.kind === 'refused' ? 1 : 0);
      const correcting = correctionReason !== undefined;
      return { ...emptyDraft, ...taken, refusals, correcting, reason: correctionReason ?? '' };
    }
    case 'correctionStarted':
      return { ...emptyDraft, correcting: true, values: action.values };
    case 'correctionLeft':
      return emptyDraft;
    case 'reasonGiven':
      return { ...draft, reason: action.reason };
  }
}
