import type { Refusal } from '#web/lib/form-problems.ts';

/** 'contract': what proves an entity; 'contact': where the code goes; 'code'; 'finish': the rest, password and consent. */
export type SignUpStep = 'contract' | 'contact' | 'code' | 'finish';

/** Where one is on the way to a new cabinet. What is typed is kept beside it. */
export interface SignUpState {
  readonly step: SignUpStep;
  /** The phone to which the last code was sent; '' before the first. */
  readonly codeFor: string;
  readonly resendAfterSeconds: number;
  /** The code that the server has found right; '' until then. */
  readonly provenCode: string;
  /** Why one was led back to this step. */
  readonly refusal: Refusal | undefined;
}

export type SignUpEvent =
  | { type: 'contractGiven' }
  | { type: 'contactGiven'; codeFor: string; resendAfterSeconds?: number }
  | { type: 'codeSent'; resendAfterSeconds: number }
  | { type: 'codeProven'; code: string }
  | { type: 'refused'; step: SignUpStep; refusal: Refusal }
  | { type: 'back' };

/** The steps of a person and of an entity, in order. */
export const signUpSteps = {
  person: ['contact', 'code', 'finish'],
  entity: ['contract', 'contact', 'code', 'finish'],
} as const satisfies Record<string, readonly SignUpStep[]>;

/** The beginning of the way of a person or an entity. */
export function startSignUp(type: keyof typeof signUpSteps): SignUpState {
  return {
    step: signUpSteps[type][0],
    codeFor: '',
    resendAfterSeconds: 0,
    provenCode: '',
    refusal: undefined,
  };
}

/** Whether a code for this phone is on its way or proven already, so that none has to be sent. */
export function isCodeFor(state: SignUpState, codeFor: string): boolean {
  return state.codeFor === codeFor;
}

/**
 * The next state. A contact that was proven stays proven while it is the same; another contact needs a code of its own;
 * a code that the server takes no more is forgotten, and a new one may be asked for at once.
 */
export function signUpReducer(state: SignUpState, event: SignUpEvent): SignUpState {
  switch (event.type) {
    case 'contractGiven':
      return { ...state, step: 'contact', refusal: undefined };
    case 'contactGiven': {
      const { codeFor, resendAfterSeconds } = event;
      if (isCodeFor(state, codeFor))
        return { ...state, step: state.provenCode ? 'finish' : 'code', refusal: undefined };
      const sent = { codeFor, provenCode: '' };
      return {
        ...state,
        ...sent,
        step: 'code',
        resendAfterSeconds: resendAfterSeconds ?? 0,
        refusal: undefined,
      };
    }
    case 'codeSent':
      return {
        ...state,
        resendAfterSeconds: event.resendAfterSeconds,
        refusal: undefined,
      };
    case 'codeProven':
      return { ...state, step: 'finish', provenCode: event.code, refusal: undefined };
    case 'refused': {
      const isCodeDead = event.step === 'code';
      const dead = isCodeDead ? { provenCode: '', resendAfterSeconds: 0 } : {};
      // A number that was refused needs a code of its own when it is tried again.
      const refusedContact = event.step === 'contact' ? { codeFor: '', provenCode: '' } : {};
      return { ...state, ...dead, ...refusedContact, step: event.step, refusal: event.refusal };
    }
    case 'back':
      return { ...state, step: before(state), refusal: undefined };
  }
}

/** From the code and from what follows it one goes back to the contact: a code that was proven is not typed again. */
function before({ step }: SignUpState): SignUpStep {
  return step === 'contact' ? 'contract' : 'contact';
}
