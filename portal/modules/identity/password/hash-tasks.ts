import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id (the library's own choice of algorithm), 19 MiB, two passes: the OWASP minimum, 5–9 ms. */
export const hashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

// Synchronous: the threads of the library would not have the low priority of the process.

/** A new hash of a password. */
export const hash = (password: string): string => hashSync(password, hashCost);

/** Whether a password belongs to a hash. */
export const verify = (kept: string, password: string): boolean => verifySync(kept, password);
