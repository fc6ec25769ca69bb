import { addDays, type LocalDate } from '../time/local-date.ts';
import type { DocumentExchange } from './contract-terms.ts';

/**
 * 'made': exchanged on paper; 'sent': it waits for the company; 'accepted': nothing was said in the days that the contract
 * gives; 'objected': the objection waits for an answer; 'answered': it has one, and no signature yet.
 */
export const actStates = [
  'made',
  'sent',
  'signedBySupplier',
  'signedByCustomer',
  'signedByBoth',
  'accepted',
  'objected',
  'answered',
] as const;
export type ActState = (typeof actStates)[number];

/** Whose valid signatures a document has. */
export interface SignedBy {
  readonly customer: boolean;
  readonly supplier: boolean;
}

export interface ActFacts {
  readonly issuedOn: LocalDate;
  readonly exchange: DocumentExchange;
  /** Days for an objection by the contract; null: silence says nothing. */
  readonly silentAcceptanceDays: number | null;
  readonly signedBy: SignedBy;
  readonly objection: 'waiting' | 'answered' | undefined;
}

/** State of an act of acceptance on a day, by its signatures, objection and contract. Source: facts of entities §2. */
export function actState(facts: ActFacts, today: LocalDate): ActState {
  const { signedBy, objection } = facts;
  if (signedBy.customer) return signedBy.supplier ? 'signedByBoth' : 'signedByCustomer';
  if (objection !== undefined) return objection === 'waiting' ? 'objected' : 'answered';
  const acceptedOn = silentlyAcceptedOn(facts);
  if (acceptedOn !== undefined && acceptedOn <= today) return 'accepted';
  if (signedBy.supplier) return 'signedBySupplier';
  return facts.exchange === 'paper' ? 'made' : 'sent';
}

/** The first day on which an act counts as accepted without a word; undefined: the contract does not say. */
export function silentlyAcceptedOn({
  issuedOn,
  silentAcceptanceDays,
}: Pick<ActFacts, 'issuedOn' | 'silentAcceptanceDays'>): LocalDate | undefined {
  return silentAcceptanceDays === null ? undefined : addDays(issuedOn, silentAcceptanceDays + 1);
}

/** Whether an act may be objected to: it is neither signed by the company nor accepted nor objected to before. */
export function canObject(state: ActState): boolean {
  return state === 'made' || state === 'sent' || state === 'signedBySupplier';
}

/** Whether an act waits for the signature of the company. */
export function waitsForSignature(state: ActState, exchange: DocumentExchange): boolean {
  return exchange === 'signature' && (canObject(state) || state === 'answered');
}
