import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { confirmationAlphabet, tidyConfirmationCode } from '#domain/identifiers/account-codes.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { inTransaction } from '#platform/database/database.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { type KeyRing, keyIdOf, openText, prependKeyId, sealText } from '#platform/key-ring.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { Keys } from '#portal/keys.ts';
import { type Attempt, attemptRelease, attemptSuccess, tryCode } from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { UserType } from '../session/open-session.ts';
import { type SecondFactorMethod, totpStepTaking } from './factor-store.ts';
import { totpIssuer } from './totp-issuer.template.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** A clock that is half a minute off is accepted. */
const driftSteps = 1;

function generatorOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: totpIssuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

/** The keys that seal secrets of applications. */
export function totpRing({ factors }: Keys): KeyRing {
  return factors.derive('second-factor');
}

/** A new secret of 160 random bits, in Base32. Source: RFC 4226, section 4. */
export function newTotpSecret(): string {
  const { buffer, byteOffset, byteLength } = Uint8Array.from(randomBytes(secretBytes));
  return new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }).base32;
}

/** The address that a QR code carries to an application. */
export function totpUri(secret: string, label: string): string {
  return generatorOf(secret, label).toString();
}

/** The time step whose code this is: the present one or a neighbour; undefined: none. Source: RFC 6238, section 5.2. */
export function findTotpStep(secret: string, code: string, now: Instant): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const drift = generatorOf(secret, '').validate({ token: code, timestamp: now, window: driftSteps });
  return drift === null ? undefined : Math.floor(now / 1000 / periodSeconds) + drift;
}

const codeCount = 8;
/** Two parts of signs of confirmation codes: 50 bits in a code. */
const partLength = 5;

/** Length of a recovery code without its dash. */
const recoveryCodeLength = 2 * partLength;

function newPart(): string {
  const sign = () => confirmationAlphabet[randomInt(confirmationAlphabet.length)];
  return Array.from({ length: partLength }, sign).join('');
}

/** Digests of a code by each key, the current one first; each begins with the id of its key. */
function digestsOf(factors: KeyRing, identityId: string, code: string): Buffer[] {
  return factors
    .derive('recovery-codes')
    .keys.map(({ id, secret }) =>
      prependKeyId(id, createHmac('sha256', secret).update(`${identityId}|${code}`).digest()),
    );
}

/** Eight new recovery codes, 'XXXXX-XXXXX', and what is kept of them: only digests, so that the answer shows them once. */
export function newRecoveryCodes(
  factors: KeyRing,
  identityId: string,
): { readonly codes: string[]; readonly digests: readonly Buffer[] } {
  const codes = Array.from({ length: codeCount }, () => [newPart(), newPart()]);
  const digests = codes.flatMap((parts) => digestsOf(factors, identityId, parts.join('')).slice(0, 1));
  return { codes: codes.map((parts) => parts.join('-')), digests };
}

/** SQL that spends a recovery code: a row 'right' unless it is none of the identity's or was used. `code` is without its dash. */
function recoveryCodeSpending(
  factors: KeyRing,
  { identityId, code }: { readonly identityId: string; readonly code: string },
  now: Instant,
): RawBuilder<unknown> {
  return sql`
    update portal.recovery_code set used_at = ${instantToIso(now)}::timestamptz
     where identity_id = ${identityId}::uuid and code_digest = any(${digestsOf(factors, identityId, code)}::bytea[])
       and used_at is null
    returning 'right'::text as verdict
  `;
}

/** A code of a second step as it was meant: tidied like one from an SMS, without the dashes of a recovery code. */
function typedCode(text: string): string {
  return tidyConfirmationCode(text).replaceAll('-', '');
}

type Services = Pick<PortalServices, 'db' | 'keys'>;

/** Whose code is checked, and by what. */
interface AskedFactor {
  readonly identityId: string;
  readonly type: UserType;
  readonly method: SecondFactorMethod;
  readonly phone: string;
  /** The sealed secret of a TOTP factor. */
  readonly secretSealed: Buffer | null;
  /** What a code from an SMS was issued for. */
  readonly subject: string;
}

type CodeVerdict = 'right' | 'wrong' | 'expired';

/** SQL whose row says what a code of an application is; each is taken once, and none before one that was taken. */
function totpJudging({ keys }: Services, asked: AskedFactor, code: string, now: Instant) {
  const { identityId, secretSealed } = asked;
  if (secretSealed === null) return undefined;
  const ring = totpRing(keys);
  const secret = openText(ring, secretSealed);
  const step = findTotpStep(secret, code, now);
  if (step === undefined) return undefined;
  const isCurrent = keyIdOf(secretSealed) === ring.current.id;
  return totpStepTaking(
    { identityId, secretSealed, resealed: isCurrent ? secretSealed : sealText(ring, secret) },
    step,
  );
}

/** SQL whose row says what a code of the factor itself is; undefined: it is wrong. A code from an SMS is tried at once. */
async function factorCheck(services: Services, asked: AskedFactor, code: string, now: Instant) {
  if (asked.method === 'totp') return totpJudging(services, asked, code, now);
  const guess = {
    purpose: 'secondFactor',
    userType: asked.type,
    contact: asked.phone,
    account: asked.subject,
    code,
  } as const;
  const answer = await tryCode(services, guess, 'use', now);
  return sql`select ${answer === 'exhausted' ? 'wrong' : answer}::text as verdict`;
}

/** What is settled by the statement that checks a code. */
export interface Settlement {
  /** The attempt that was taken for it: a right code clears the failures before it, one that expired was not checked. */
  readonly attempt: Attempt;
  /** SQL of what else takes the verdict. */
  readonly beside?: (verdict: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const verdict = sql`coalesce((select verdict from checked), 'wrong')`;

/** Settles what was checked, or checks and settles, in one statement. */
async function checkAndSettle(
  db: PortalDatabase,
  check: RawBuilder<unknown> | undefined,
  { attempt, beside }: Settlement,
): Promise<CodeVerdict> {
  if (check === undefined && beside === undefined) return 'wrong';
  const { rows } = await typedSql({ verdict: text<CodeVerdict>() })`
    with checked as (${check ?? sql`select 'wrong'::text as verdict`}),
    succeeded as (${attemptSuccess(attempt, sql`${verdict} = 'right'`)}),
    released as (${attemptRelease([attempt], sql`${verdict} = 'expired'`)}),
    beside as (${beside?.(verdict) ?? sql`select 1`})
    select ${verdict} as verdict
  `.execute(db);
  return rows[0]?.verdict ?? 'wrong';
}

/** Whether a code of the factor itself is right: of the application, or from the SMS. */
export async function checkFactorCode(
  services: Services,
  asked: AskedFactor,
  text: string,
  now: Instant,
  settlement: Settlement,
): Promise<CodeVerdict> {
  return inTransaction(services.db, async (db) => {
    const check = await factorCheck({ ...services, db }, asked, typedCode(text), now);
    return checkAndSettle(db, check, settlement);
  });
}

/** Whether a code is right for a factor that is on: its own, or a recovery code, which is good everywhere once. */
export async function checkSecondFactorCode(
  services: Services,
  asked: AskedFactor,
  text: string,
  now: Instant,
  settlement: Settlement,
): Promise<CodeVerdict> {
  const code = typedCode(text);
  if (code.length !== recoveryCodeLength) return checkFactorCode(services, asked, text, now, settlement);
  const { identityId } = asked;
  return checkAndSettle(
    services.db,
    recoveryCodeSpending(services.keys.factors, { identityId, code }, now),
    settlement,
  );
}
