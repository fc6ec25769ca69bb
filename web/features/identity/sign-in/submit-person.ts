import { checkField } from '#contract/field-rules.ts';
import { type Refusal, refusalOfChecks } from '#web/lib/form/form-problems.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { finishSignIn, type SignInCallbacks } from '#web/session/sign-in.ts';
import { sendPerson } from './api.ts';

/** Checks phone and password and signs in; of the password only its presence is checked here. */
export async function submitPerson(
  value: TypedValues,
  callbacks: SignInCallbacks,
): Promise<Refusal | undefined> {
  const phone = fullPhone(value('phone'));
  const password = value('password');
  const refused = refusalOfChecks({
    phone: checkField('phone', phone),
    password: checkField('old_pass', password),
  });
  return refused ?? finishSignIn(await sendPerson(phone, password), callbacks);
}
