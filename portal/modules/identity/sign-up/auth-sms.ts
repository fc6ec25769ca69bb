import type { InputOf } from '#contract/define-call.ts';
import type { authSms as authSmsCall } from '#contract/identity/sign-up.ts';
import { confirmationLength, tidyConfirmationCode } from '#domain/identifiers/account-codes.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import {
  failureOfIssue,
  issueCode,
  isUsable,
  newWork,
  timesOf,
  verifyCode,
} from '#portal/modules/codes/public.ts';
import type { PublicContext } from '../public-context.ts';
import { signInByCode } from '../sign-in/sign-in-by-code.ts';
import { findByContact, subjectOf } from './contact-store.ts';
import { needsEmail } from './explain-failed-login.ts';
import { isEmail, readContact } from './read-contact.ts';

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
    const issued = await issueCode(services, ask, clock.now());
    if (issued.kind === 'work') {
      return fail('identity.workNeeded', {}, newWork(services.keys.messages, address, clock.now()));
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
