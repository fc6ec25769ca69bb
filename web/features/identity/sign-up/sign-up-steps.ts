import type { Refusal } from '#web/lib/form/form-problems.ts';
import type { CodeWait } from '#web/lib/form/sent-code.ts';

/**
 * 'contract': identifies an entity; 'contact': where the code is sent; 'code'; 'finish': the rest, password and
 * consent.
 */
export type SignUpStep = 'contract' | 'contact' | 'code' | 'finish';

/** The state of a sign-up, without the typed values. */
export interface SignUpState {
  readonly step: SignUpStep;
  /** The phone to which the last code was sent; '' before the first. */
  readonly codeFor: string;
  readonly wait: CodeWait;
  /** The code verified by the server; '' until then. */
  readonly provenCode: string;
  /** Why the user was returned to this step. */
  readonly refusal: Refusal | undefined;
}

export type SignUpEvent =
  | { type: 'contractGiven' }
  | { type: 'contactGiven'; codeFor: string; wait?: CodeWait }
  | { type: 'codeSent'; wait: CodeWait }
  | { type: 'codeProven'; code: string }
  | { type: 'refused'; step: SignUpStep; refusal: Refusal }
  | { type: 'back' };

const noWait: CodeWait = { seconds: 0, alreadySent: false };

/** The steps of a person and of an entity, in order. */
export const signUpSteps = {
  person: ['contact', 'code', 'finish'],
  entity: ['contract', 'contact', 'code', 'finish'],
} as const satisfies Record<string, readonly SignUpStep[]>;

/** The initial state of a sign-up. */
export function startSignUp(type: keyof typeof signUpSteps): SignUpState {
  return {
    step: signUpSteps[type][0],
    codeFor: '',
    wait: noWait,
    provenCode: '',
    refusal: undefined,
  };
}

/** Whether a code for this phone was already sent or verified, so that none is needed. */
export function isCodeFor(state: SignUpState, codeFor: string): boolean {
  return state.codeFor === codeFor;
}

/**
 * The next state. A verified contact stays verified while it is unchanged; another contact needs its own code. A code
 * refused by the server is cleared, and a new one may be requested at once.
 */
export function signUpReducer(state: SignUpState, event: SignUpEvent): SignUpState {
  switch (event.type) {
    case 'contractGiven':
      return { ...state, step: 'contact', refusal: undefined };
    case 'contactGiven': {
      const { codeFor, wait = noWait } = event;
      if (isCodeFor(state, codeFor))
        return { ...state, step: state.provenCode ? 'finish' : 'code', refusal: undefined };
      const sent = { codeFor, provenCode: '' };
      return {
        ...state,
        ...sent,
        step: 'code',
        wait,
        refusal: undefined,
      };
    }
    case 'codeSent':
      return {
        ...state,
        wait: event.wait,
        refusal: undefined,
      };
    case 'codeProven':
      return { ...state, step: 'finish', provenCode: event.code, refusal: undefined };
    case 'refused': {
      const isCodeDead = event.step === 'code';
      const dead = isCodeDead ? { provenCode: '', wait: noWait } : {};
      // A refused number needs a new code when it is tried again.
      const refusedContact = event.step === 'contact' ? { codeFor: '', provenCode: '' } : {};
      return { ...state, ...dead, ...refusedContact, step: event.step, refusal: event.refusal };
    }
    case 'back':
      return { ...state, step: before(state), refusal: undefined };
  }
}

/** The step before; from the code and later it is the contact, because a verified code is not typed again. */
function before({ step }: SignUpState): SignUpStep {
  return step === 'contact' ? 'contract' : 'contact';
}
