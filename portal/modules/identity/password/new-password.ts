import { checkField } from '#contract/field-rules.ts';
import { assessPassword } from '#domain/passwords/assess-password.ts';
import { type CallFailure, type FieldIssue, fail } from '#portal/http/call-result.ts';

const busySeconds = 5;

/** Too many hashes are queued: retry in a moment. */
export function hashingBusy(): CallFailure {
  return { ...fail('common.serviceDown'), retryAfterSeconds: busySeconds };
}

/** What is known of whom a password is to belong to. */
export interface PasswordOwner {
  readonly phone?: string;
  readonly email?: string;
  /** Names, logins, account numbers. */
  readonly names?: readonly string[];
}

/**
 * Whether a password may be taken as a new one; undefined: yes. First by the rule of the field, as forms do (8–128
 * characters, any but NUL), then by how easily it is guessed: identity.weakPassword (`assessPassword`, product.md section 4).
 */
export function checkNewPasswordRules(
  password: string,
  { phone = '', email = '', names = [] }: PasswordOwner = {},
): FieldIssue | undefined {
  const problem = checkField('password', password);
  if (problem) return { path: 'password', code: problem.code };
  const { verdict } = assessPassword(password, [phone, email, ...names]);
  return verdict === 'good' ? undefined : { path: 'password', code: 'identity.weakPassword' };
}
