import { type RawBuilder, sql } from 'kysely';
import { tidyConfirmationCode } from '#domain/identifiers/confirmation-code.ts';
import type { Instant } from '#domain/time/instant.ts';
import { keyIdOf, openText, sealText } from '#platform/key-ring.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { type Attempt, attemptRelease, attemptSuccess, codeTrying } from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { UserType } from '../session/open-session.ts';
import { type SecondFactorMethod, totpStepTaking } from './factor-store.ts';
import { recoveryCodeLength, recoveryCodeSpending } from './recovery-codes.ts';
import { findTotpStep, totpRing } from './totp.ts';

/** A code of a second step as it was meant: tidied like one from an SMS, without the dashes of a recovery code. */
function typedCode(text: string): string {
  return tidyConfirmationCode(text).replace(/[-\u2010-\u2014]/g, '');
}

type Services = Pick<PortalServices, 'db' | 'keys'>;

/** Whose code is checked, and by what. */
export interface AskedFactor {
  readonly identityId: string;
  readonly type: UserType;
  readonly method: SecondFactorMethod;
  readonly phone: string;
  /** The sealed secret of a TOTP factor. */
  readonly secretSealed: Buffer | null;
  /** What a code from an SMS was issued for. */
  readonly subject: string;
}

export type CodeVerdict = 'right' | 'wrong' | 'expired';

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

/** SQL whose row says what a code of the factor itself is; undefined: it is wrong without a look. */
function factorJudging(services: Services, asked: AskedFactor, code: string, now: Instant) {
  if (asked.method === 'totp') return totpJudging(services, asked, code, now);
  const guess = {
    purpose: 'secondFactor',
    userType: asked.type,
    contact: asked.phone,
    account: asked.subject,
    code,
  } as const;
  const answer = codeTrying(services, guess, 'use', now);
  return sql`select case answer when 'exhausted' then 'wrong' else answer end as verdict from (select ${answer} as answer) as tried`;
}

/** What is settled by the statement that checks a code. */
export interface Settlement {
  /** The attempt that was taken for it: a right code clears the failures before it, one that expired was not checked. */
  readonly attempt: Attempt;
  /** SQL of what else takes the verdict. */
  readonly beside?: (verdict: RawBuilder<string>) => RawBuilder<unknown>;
}

const verdict = sql<string>`coalesce((select verdict from judged), 'wrong')`;

/** Checks and settles in one statement. */
async function judge(
  db: PortalDatabase,
  judging: RawBuilder<unknown> | undefined,
  { attempt, beside }: Settlement,
): Promise<CodeVerdict> {
  if (judging === undefined && beside === undefined) return 'wrong';
  const { rows } = await sql<{ verdict: CodeVerdict }>`
    with judged as (${judging ?? sql`select 'wrong'::text as verdict`}),
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
  return judge(services.db, factorJudging(services, asked, typedCode(text), now), settlement);
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
  return judge(
    services.db,
    recoveryCodeSpending(services.keys.factors, { identityId, code }, now),
    settlement,
  );
}
