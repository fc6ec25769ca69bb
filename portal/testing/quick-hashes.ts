import { hashSync, verifySync } from '@node-rs/argon2';
import { hashing } from '../modules/identity/password/password.ts';

/**
 * Hashes of this process cost next to nothing and are made at once; setup of the API tests, the page tests and the journeys. What
 * production pays is tested with the module itself (`password.test.ts`); a login that nobody has still costs that.
 */
Object.assign(hashing, {
  hash: async (password: string) => hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify: async (kept: string, password: string) => verifySync(kept, password),
});
