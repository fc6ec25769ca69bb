/**
 * States of a conversation: nobody has looked at it, somebody works on it, it waits for the customer or for the distribution
 * operator, it is answered, it is over. Source: facts 3.
 */
export const conversationStates = [
  'new',
  'inWork',
  'waitingCustomer',
  'waitingOperator',
  'answered',
  'closed',
] as const;
export type ConversationState = (typeof conversationStates)[number];

/** What moves a conversation from one state to another. */
export const conversationActs = [
  /** The customer writes. */
  'customerMessage',
  /** The customer has no more questions. */
  'customerClose',
  /** Somebody of the staff takes it over. */
  'take',
  /** The staff writes without answering yet. */
  'staffMessage',
  'askCustomer',
  /** It is passed on to the distribution operator. */
  'forward',
  'answer',
  'staffClose',
  /** Long after the answer nobody has written. */
  'expire',
] as const;
export type ConversationAct = (typeof conversationActs)[number];

type Moves = Readonly<Partial<Record<ConversationAct, ConversationState>>>;

const openMoves: Moves = {
  customerMessage: 'inWork',
  customerClose: 'closed',
  take: 'inWork',
  staffMessage: 'inWork',
  askCustomer: 'waitingCustomer',
  forward: 'waitingOperator',
  answer: 'answered',
};

/** The staff can't close what it has not answered, unless the customer has been asked and is silent. */
const moves: Readonly<Record<ConversationState, Moves>> = {
  new: { ...openMoves, customerMessage: 'new' },
  inWork: openMoves,
  waitingCustomer: { ...openMoves, staffMessage: 'waitingCustomer', staffClose: 'closed' },
  waitingOperator: {
    ...openMoves,
    customerMessage: 'waitingOperator',
    staffMessage: 'waitingOperator',
  },
  answered: {
    ...openMoves,
    take: 'answered',
    staffMessage: 'answered',
    staffClose: 'closed',
    expire: 'closed',
  },
  closed: { customerMessage: 'inWork', take: 'inWork', staffMessage: 'closed', answer: 'answered' },
};

/** The state after an act; undefined: it is not possible now. A word of the customer reopens what was answered or closed. */
export function stateAfter(state: ConversationState, act: ConversationAct): ConversationState | undefined {
  return moves[state][act];
}

/** Days after the answer when a conversation that nobody went on with is closed. Source: facts 3. */
export const daysToClosing = 30;

const doneStates: readonly ConversationState[] = ['answered', 'closed'];
const pausedStates: readonly ConversationState[] = ['waitingCustomer', 'waitingOperator'];

/** Whether the supplier has nothing more to do in it. */
export const isDone = (state: ConversationState) => doneStates.includes(state);
/** Whether the internal clock stands still: somebody else has the word. */
export const isPaused = (state: ConversationState) => pausedStates.includes(state);
/** Standards whose term is for passing the request on: the operator of the network answers it. Source: facts 1.5. */
const metByForwarding: readonly string[] = ['QUALITY', 'RECONNECT'];

/** Whether a state keeps what the standard promises. */
export const isKept = (state: ConversationState, standardCode: string | null) =>
  isDone(state) ||
  (state === 'waitingOperator' && standardCode !== null && metByForwarding.includes(standardCode));

/** Whether a move brings back what was done with. */
export const isReopening = (from: ConversationState, to: ConversationState) => isDone(from) && !isDone(to);
