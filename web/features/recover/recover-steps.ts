import type { Refusal } from '#web/lib/form-problems.ts';
import { type CodeOwner, contactOf } from './api.ts';

/** Where one is on the way to a new password. */
export interface RecoverState {
  readonly step: 'contact' | 'code' | 'password' | 'done';
  /** Whom the last code was sent to; undefined before the first. */
  readonly owner: CodeOwner | undefined;
  readonly resendAfterSeconds: number;
  /** The code that the server has found right; '' until then. */
  readonly provenCode: string;
  /** Why one was led back to this step. */
  readonly refusal: Refusal | undefined;
}

export type RecoverEvent =
  | { type: 'codeSent'; owner: CodeOwner; resendAfterSeconds: number }
  | { type: 'codeAwaited' }
  | { type: 'codeProven'; code: string }
  | { type: 'codeRefused'; refusal: Refusal }
  | { type: 'emailNeeded'; refusal: Refusal }
  | { type: 'saved' }
  | { type: 'back' };

export const startRecover: RecoverState = {
  step: 'contact',
  owner: undefined,
  resendAfterSeconds: 0,
  provenCode: '',
  refusal: undefined,
};

/** Whether a code for these is on its way or proven already, so that none has to be sent. */
export function isAwaited({ owner }: RecoverState, asked: CodeOwner): boolean {
  return (
    owner !== undefined &&
    contactOf(owner) === contactOf(asked) &&
    owner.account === asked.account &&
    owner.userType === asked.userType
  );
}

/** The next state. A code that the server takes no more is forgotten, and a new one may be asked for at once. */
export function recoverReducer(state: RecoverState, event: RecoverEvent): RecoverState {
  const calm = { ...state, refusal: undefined };
  switch (event.type) {
    case 'codeSent': {
      const { owner, resendAfterSeconds } = event;
      return {
        ...calm,
        step: 'code',
        owner,
        resendAfterSeconds,
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
        resendAfterSeconds: 0,
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
