import type { InputOf } from '#contract/define-call.ts';
import type { authSms as authSmsCall } from '#contract/identity/sign-up.ts';
import { confirmationLength, tidyConfirmationCode } from '#domain/identifiers/account-codes.ts';
import { inTransaction } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import {
  type CodeAnswer,
  type CodeAttempt,
  failureOfCode,
  failureOfIssue,
  type IssuedCode,
  issueCode,
  isUsable,
  newWork,
  timesOf,
  tryCode,
  verifyCode,
} from '#portal/modules/codes/public.ts';
import type { PublicContext } from '../public-context.ts';
import { prepareSignIn, type SignInServices } from '../second-factor/sign-in-or-challenge.ts';
import type { SignedIn } from '../session/open-session.ts';
import {
  eventSettling,
  noteSignInTry,
  type SignInOutcome,
  type SignInTry,
} from '../session/sign-in-events.ts';
import { findByContact, findPersonToSignIn, subjectOf } from './contact-store.ts';
import { explainFailedLogin, failBlocked, failLogin, needsEmail } from './explain-failed-login.ts';
import { isEmail, readContact } from './read-contact.ts';

/** What is noted of a code of sign-in; a right one waits for what comes of it. */
const outcomes: Readonly<Record<CodeAnswer, SignInOutcome>> = {
  right: 'unfinished',
  wrong: 'wrongCode',
  expired: 'codeExpired',
  exhausted: 'tooManyAttempts',
  off: 'codeSignInOff',
  paused: 'tooManyAttempts',
};

const tryOf = (contact: string, { address, device }: PublicContext): SignInTry => ({
  kind: 'person',
  login: contact,
  way: 'code',
  address,
  device,
});

/** How the owner of a contact comes in; 'nobody': the contact leads to none. */
async function prepare(
  services: PortalServices,
  contact: string,
  context: PublicContext,
  eventId: string,
): Promise<SignInServices<'person'> | 'nobody'> {
  const person = await findPersonToSignIn(services.db, contact);
  if (person === undefined) return 'nobody';
  const { identityId, passwordChangedAt, method, isBlocked } = person;
  if (isBlocked) {
    const failure = await failBlocked(context);
    return async (db) => {
      await eventSettling(eventId, 'blocked').execute(db);
      return { kind: 'challenge', failure };
    };
  }
  if (method === 'sms') {
    return async (db) => {
      await eventSettling(eventId, 'passwordNeeded').execute(db);
      return { kind: 'challenge', failure: fail('identity.passwordNeeded') };
    };
  }
  const proof = { way: 'code', passwordChangedAt } as const;
  return prepareSignIn(services, { identityId, type: 'person' }, proof, context, {
    signInContext: person,
    eventId,
  });
}

/**
 * Lets a person in by a code: to the phone, or to an e-mail that was confirmed. The contact leads to nobody:
 * identity.smsLoginFailed; the person is blocked: identity.blocked. With a second factor by SMS the password is needed: by a code to the
 * phone both steps would be one, and an e-mail is not asked more leniently. The code is used and the session opened at
 * once or not at all. Source: base specification section 7.
 */
async function signInByCode(
  services: PortalServices,
  guess: CodeAttempt & { readonly address: string },
  context: PublicContext,
): Promise<CallResult<SignedIn<'person'>> | CallFailure> {
  const { clock } = context;
  const at = clock.now();
  const tried = tryOf(guess.contact, context);
  const wrong = await verifyCode(services, guess, 'check', at, async (db, answer) => {
    if (answer !== 'right') await noteSignInTry(db, tried, outcomes[answer], at);
  });
  if (wrong) return explainFailedLogin(wrong, context);
  const eventId = newId();
  const enter = await prepare(services, guess.contact, context, eventId);
  const entrance = await services.db.transaction().execute(async (db) => {
    const now = clock.now();
    const answer = await tryCode({ ...services, db }, guess, 'use', now);
    const isNobody = answer === 'right' && enter === 'nobody';
    await noteSignInTry(db, tried, isNobody ? 'unknownLogin' : outcomes[answer], now, eventId);
    if (answer !== 'right') return { kind: 'late', failure: failureOfCode(answer) } as const;
    return enter === 'nobody' ? ({ kind: 'nobody' } as const) : enter(db);
  });
  if (entrance.kind === 'entered') return succeed(entrance.fields);
  if (entrance.kind === 'nobody') return failLogin(context);
  return entrance.kind === 'late' ? explainFailedLogin(entrance.failure, context) : entrance.failure;
}

type Input = InputOf<typeof authSmsCall>;
type Result = CallResult<FieldsOf<typeof authSmsCall>>;

/** What must be in a payload for its action; the first that is missing or out of place. */
function problemOf({ action, userType, account }: Input, contact: string) {
  if (userType === 'admin' && action !== 'confirm')
    return { path: 'userType', code: 'field.invalid' } as const;
  // An entity signs in by password and unique code only (product.md section 4).
  if (userType === 'entity' && action === 'login')
    return { path: 'userType', code: 'field.invalid' } as const;
  if (userType === 'entity' && action === 'recover' && account === undefined) {
    return { path: 'account', code: 'field.required' } as const;
  }
  // A person is signed up by the phone; an e-mail is confirmed later, in the settings.
  if (action === 'register' && isEmail(contact)) {
    return { path: 'phone', code: 'field.required' } as const;
  }
  return undefined;
}

/** What is noted when a code of sign-in is asked for; nothing when it was sent before, or the browser is to work first. */
const outcomesOfAsking: Readonly<Record<IssuedCode['kind'], SignInOutcome | undefined>> = {
  sent: 'codeAsked',
  active: undefined,
  work: undefined,
  tooSoon: 'tooManyCodes',
  dayFull: 'tooManyCodes',
  off: 'codeSignInOff',
};

/** Who must be known for the message to be sent: decided where it is sent, so that asking tells nothing. */
function conditionOf({ action, userType }: Input) {
  if (action === 'register' || action === 'confirm') return 'always' as const;
  return userType === 'person' ? ('knownPerson' as const) : ('knownEntity' as const);
}

/**
 * Sends a code to a contact, or takes one: 'login' signs in by it, the other actions prove the contact for the form that
 * asked for it. The same work is done whether or not the contact is known; only somebody with a right code hears more.
 * Source: product.md section 4, base specification section 7.
 */
export async function authSms(
  services: PortalServices,
  input: Input,
  context: PublicContext,
): Promise<Result> {
  const { basicAuth, address, clock } = context;
  const contact = readContact(basicAuth, input);
  if (basicAuth === undefined || contact === undefined) return fail('identity.badCredentials');
  const problem = problemOf(input, contact);
  if (problem) return failFields([problem]);
  const { action, userType } = input;
  const subject = subjectOf(action, { userType, contact, account: input.account });
  const typed = tidyConfirmationCode(basicAuth.password);
  if (typed === '') {
    const ask = { ...subject, condition: conditionOf(input), address, work: input.work };
    const now = clock.now();
    const issued = await inTransaction(services.db, async (db) => {
      const answer = await issueCode({ ...services, db }, ask, now);
      const outcome = outcomesOfAsking[answer.kind];
      if (action === 'login' && outcome) await noteSignInTry(db, tryOf(contact, context), outcome, now);
      return answer;
    });
    if (issued.kind === 'work') {
      return fail('identity.workNeeded', {}, newWork(services.keys.messages, address, now));
    }
    return isUsable(issued) ? succeed(timesOf(issued)) : failureOfIssue(issued);
  }
  if (typed.length !== confirmationLength) return failFields([{ path: 'code', code: 'field.codeLength' }]);
  const guess = { ...subject, code: typed, address };
  if (action === 'login') return signInByCode(services, { ...guess, purpose: 'login' }, context);
  const wrong = await verifyCode(services, guess, 'prove', clock.now());
  if (wrong) return wrong;
  if (action === 'recover' && userType !== 'admin') {
    const known = await findByContact(services.db, { userType, contact, account: input.account });
    if (known?.isBlocked) return failBlocked(context);
    if (known && needsEmail(known, contact)) {
      return fail('identity.recoverByEmail');
    }
  }
  if (action === 'register' && userType === 'person') {
    const taken = await findByContact(services.db, { userType, contact });
    if (taken) return fail('identity.phoneTaken');
  }
  return succeed({ proven: true });
}
