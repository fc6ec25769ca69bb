import { hashPassword } from '../password/password.ts';

/** The hash of a password; throws when too many wait to be hashed. For work that nobody waits for in a browser. */
export async function requireHash(password: string): Promise<string> {
  const hash = await hashPassword(password);
  if (hash === 'busy') throw new Error('too many passwords wait to be hashed');
  return hash;
}
