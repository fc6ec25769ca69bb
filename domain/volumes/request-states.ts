/** States of a request to correct contract volumes. Source: facts of entities 3. */
export const requestStates = ['draft', 'sent', 'approved', 'declined', 'applied'] as const;
export type RequestState = (typeof requestStates)[number];

/** What a customer does with a request, and what staff do. */
export const customerActions = ['send', 'withdraw'] as const;
export const staffActions = ['approve', 'decline', 'apply'] as const;
export type RequestAction = (typeof customerActions)[number] | (typeof staffActions)[number];

const moves: Readonly<Record<RequestAction, readonly [from: readonly RequestState[], to: RequestState]>> = {
  send: [['draft'], 'sent'],
  /** A request that was taken back may be changed and sent again. */
  withdraw: [['sent'], 'draft'],
  approve: [['sent'], 'approved'],
  decline: [['sent', 'approved'], 'declined'],
  apply: [['approved'], 'applied'],
};

/** The state that an action leads to; undefined: the action is not possible in this state. */
export function nextRequestState(state: RequestState, action: RequestAction): RequestState | undefined {
  const [from, to] = moves[action];
  return from.includes(state) ? to : undefined;
}
