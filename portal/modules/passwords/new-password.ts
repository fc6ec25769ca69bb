import { assessPassword } from '#domain/passwords/assess-password.ts';
import type { FieldIssue } from '#portal/http/call-result.ts';

/** What is known of whom a password is to belong to. */
export interface PasswordOwner {
  readonly phone?: string;
  readonly email?: string;
  /** Names, logins, account numbers. */
  readonly names?: readonly string[];
}

/**
 * Whether a password may be taken as a new one; undefined: yes. Too short or too long is field.invalid, one that is easily
 * guessed is identity.weakPassword (`assessPassword`, product.md section 4).
 */
export function judgeNewPassword(
  password: string,
  { phone = '', email = '', names = [] }: PasswordOwner = {},
): FieldIssue | undefined {
  const { verdict } = assessPassword(password, [phone, email, ...names]);
  if (verdict === 'good') return undefined;
  const isLength = verdict === 'short' || verdict === 'long';
  return { path: 'password', code: isLength ? 'field.invalid' : 'identity.weakPassword' };
}
