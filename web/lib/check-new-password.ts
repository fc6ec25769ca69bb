import { checkField } from '#contract/field-rules.ts';
import { type Refusal, refusalOfChecks } from './form-problems.ts';
import { passwordWords } from './password-words.ts';

/**
 * The refusal of a new password, by the rule of the field and then by how easily it is guessed; undefined: it will do.
 * @param known What others may know of the customer: phone, e-mail, names.
 */
export function checkNewPassword(
  id: string,
  password: string,
  known: readonly string[],
): Refusal | undefined {
  const broken = refusalOfChecks({ [id]: checkField('password', password) });
  if (broken) return broken;
  const { isGood, words } = passwordWords(password, known);
  return isGood ? undefined : { fields: { [id]: { code: 'identity.weakPassword', text: words } } };
}
