import type { InputOf } from '#contract/define-call.ts';
import type { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { maskPhone, type PhoneNumber } from '#domain/identifiers/contacts.ts';
import { sealText } from '#platform/key-ring.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { insertOwnChange } from '#portal/http/records/staff-changes.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import {
  attemptsExhausted,
  issueCode,
  isUsable,
  takeAttempt,
  timesOf,
} from '#portal/modules/codes/public.ts';
import { verifyOwnPassword } from '../password/own-password.ts';
import { lockOwnSession } from '../session/session-store.ts';
import { checkFactorCode, newRecoveryCodes, newTotpSecret, totpRing, totpUri } from './check-code.ts';
import { beginFactor, enableFactor, findSetUp, getFactorFacts } from './factor-store.ts';
import { askedTooSoon, factorAttempt, noteFactorProof } from './own-factor.ts';

type Services = Pick<PortalServices, 'db' | 'keys' | 'config'>;

/** A setting up that is left for longer begins anew. */
const setUpMs = 15 * 60_000;

function setUpSubject(identityId: string): string {
  return `setup:${identityId}`;
}

/** The method can't be set up: a factor is on already, or there is no phone for an SMS. */
const wrongMethod = failFields([{ path: 'method', code: 'field.invalid' }]);

/**
 * Begins to set a second factor up, after the password: a secret for an application, or a code to the phone. Refused as a
 * bad request while a factor is on, and the SMS for somebody without a phone.
 */
export async function beginSetUp(
  services: Services,
  { method, password }: InputOf<typeof beginSecondFactor>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof beginSecondFactor>>> {
  const { db, keys } = services;
  const { identityId } = context.session;
  const { method: current, phone, label, type } = await getFactorFacts(db, identityId);
  if (current !== 'none' || (method === 'sms' && phone === '')) return wrongMethod;
  const own = await verifyOwnPassword(services, identityId, password, context);
  if (own.kind === 'refused') return own.failure;
  const now = context.clock.now();
  if (method === 'totp') {
    const secret = newTotpSecret();
    const secretSealed = sealText(totpRing(keys), secret);
    await beginFactor(db, { identityId, method, secretSealed }, now);
    return succeed({ otpauthUri: totpUri(secret, label), secret });
  }
  const ask = { purpose: 'secondFactor', userType: type, contact: phone } as const;
  const issued = await issueCode(
    services,
    { ...ask, account: setUpSubject(identityId), condition: 'always', address: context.address },
    now,
  );
  if (!isUsable(issued)) return askedTooSoon(issued.seconds);
  await beginFactor(db, { identityId, method, secretSealed: null }, now);
  const { expiresInSeconds: _, ...times } = timesOf(issued);
  return succeed({ maskedPhone: maskPhone(phone as PhoneNumber), ...times });
}

/**
 * Switches a factor on by its first code, if it is still the one that the code was checked by; answers the recovery
 * codes, which are shown once.
 */
export async function enableSetUp(
  services: Services,
  { method, code }: InputOf<typeof enableSecondFactor>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof enableSecondFactor>>> {
  const { session, address, clock } = context;
  const { db, keys } = services;
  const { identityId, type } = session;
  const now = clock.now();
  const { facts, begun } = await findSetUp(db, identityId, method);
  const { method: current, phone } = facts;
  if (current !== 'none') return wrongMethod;
  if (begun === undefined || begun.begunAt + setUpMs <= now) return fail('identity.codeExpired');
  const taken = await takeAttempt(db, factorAttempt({ session, address }), now);
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  const { secretSealed } = begun;
  const asked = { identityId, type, method, phone, secretSealed, subject: setUpSubject(identityId) };
  const verdict = await checkFactorCode(services, asked, code, now, { attempt: taken.attempt });
  if (verdict === 'wrong') return fail('identity.wrongCode');
  if (verdict === 'expired') return fail('identity.codeExpired');
  const { codes: recoveryCodes, digests } = newRecoveryCodes(keys.factors, identityId);
  return db.transaction().execute(async (transaction) => {
    if (!(await lockOwnSession(transaction, session))) return fail('common.sessionEnded');
    const factor = { identityId, method, begun, recoveryDigests: digests };
    const isOn = await enableFactor(transaction, factor, now);
    if (!isOn) return fail('identity.codeExpired');
    await noteFactorProof(transaction, session, now);
    const change = { before: { secondFactor: current }, after: { secondFactor: method } };
    await insertOwnChange(transaction, context, change, now);
    return succeed({ recoveryCodes });
  });
}
