import type { Refusal } from '#web/lib/form-problems.ts';
import type { CodeWait } from '#web/lib/wait-of-code.ts';
import { type CodeOwner, contactOf } from './api.ts';

/** The state of a password reset. */
export interface RecoverState {
  readonly step: 'contact' | 'code' | 'password' | 'done';
  /** Whom the last code was sent to; undefined before the first. */
  readonly owner: CodeOwner | undefined;
  readonly wait: CodeWait;
  /** The code verified by the server; '' until then. */
  readonly provenCode: string;
  /** Why the user was returned to this step. */
  readonly refusal: Refusal | undefined;
}

export type RecoverEvent =
  | { type: 'codeSent'; owner: CodeOwner; wait: CodeWait }
  | { type: 'codeAwaited' }
  | { type: 'codeProven'; code: string }
  | { type: 'codeRefused'; refusal: Refusal }
  | { type: 'emailNeeded'; refusal: Refusal }
  | { type: 'saved' }
  | { type: 'back' };

const noWait: CodeWait = { seconds: 0, alreadySent: false };

export const startRecover: RecoverState = {
  step: 'contact',
  owner: undefined,
  wait: noWait,
  provenCode: '',
  refusal: undefined,
};

/** Whether a code for this owner was already sent or verified, so that none is needed. */
export function isCodeSentTo({ owner }: RecoverState, requested: CodeOwner): boolean {
  return (
    owner !== undefined &&
    contactOf(owner) === contactOf(requested) &&
    owner.account === requested.account &&
    owner.userType === requested.userType
  );
}

/** The next state. A code refused by the server is cleared, and a new one may be requested at once. */
export function recoverReducer(state: RecoverState, event: RecoverEvent): RecoverState {
  const calm = { ...state, refusal: undefined };
  switch (event.type) {
    case 'codeSent': {
      const { owner, wait } = event;
      return {
        ...calm,
        step: 'code',
        owner,
        wait,
        provenCode: '',
      };
    }
    case 'codeAwaited':
      return { ...calm, step: state.provenCode ? 'password' : 'code' };
    case 'codeProven':
      return { ...calm, step: 'password', provenCode: event.code };
    case 'codeRefused':
      return {
        ...state,
        step: 'code',
        provenCode: '',
        wait: noWait,
        refusal: event.refusal,
      };
    case 'emailNeeded':
      return { ...startRecover, refusal: event.refusal };
    case 'saved':
      return { ...startRecover, step: 'done' };
    case 'back':
      return { ...calm, step: 'contact' };
  }
}
