import type { Instant } from '#domain/time/instant.ts';
import { openText } from '#platform/seal-text.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { tryCode } from '../codes/public.ts';
import type { UserType } from '../sessions/public.ts';
import { type SecondFactorMethod, takeTotpStep } from './factor-store.ts';
import { recoveryCodeLength, spendRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { typedCode } from './typed-code.ts';

type Services = Pick<PortalServices, 'db' | 'secretFor'>;

/** Whose code is judged, and by what. */
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

/** Whether a code of an application is right; each is taken once, and none before one that was taken. */
async function judgeTotp({ db, secretFor }: Services, asked: AskedFactor, code: string, now: Instant) {
  if (asked.secretSealed === null) return 'wrong';
  const secret = openText(secretFor('second-factor'), asked.secretSealed);
  const step = findTotpStep(secret, code, now);
  return step !== undefined && (await takeTotpStep(db, asked.identityId, step)) ? 'right' : 'wrong';
}

/** Whether a code of the factor itself is right: of the application, or from the SMS. */
export async function judgeFactorCode(
  services: Services,
  asked: AskedFactor,
  text: string,
  now: Instant,
): Promise<CodeVerdict> {
  const code = typedCode(text);
  if (asked.method === 'totp') return judgeTotp(services, asked, code, now);
  const guess = {
    purpose: 'secondFactor',
    userType: asked.type,
    contact: asked.phone,
    account: asked.subject,
    code,
  } as const;
  const answer = await tryCode(services, guess, 'use', now);
  return answer === 'exhausted' ? 'wrong' : answer;
}

/** Whether a code is right for a factor that is on: its own, or a recovery code, which is good everywhere once. */
export async function judgeCode(
  services: Services,
  asked: AskedFactor,
  text: string,
  now: Instant,
): Promise<CodeVerdict> {
  const code = typedCode(text);
  if (code.length !== recoveryCodeLength) return judgeFactorCode(services, asked, text, now);
  const { identityId } = asked;
  const secret = services.secretFor('recovery-codes');
  return (await spendRecoveryCode(services.db, secret, { identityId, code }, now)) ? 'right' : 'wrong';
}
