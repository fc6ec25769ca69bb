import type { FieldIssue } from '#portal/http/call-result.ts';

const shortest = 8;
const longest = 128;

/** Whether a password may be taken as a new one; undefined: yes. 8–128 characters (product.md section 4). */
export function judgeNewPassword(
  password: string,
  _known: { readonly phone?: string; readonly email?: string; readonly names?: readonly string[] } = {},
): FieldIssue | undefined {
  const length = [...password].length;
  if (length < shortest || length > longest) return { path: 'password', code: 'field.invalid' };
  return undefined;
}
