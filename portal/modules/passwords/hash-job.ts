/** What the process that hashes is asked: a new hash, or whether a password belongs to one. */
export type HashJob =
  | { readonly jobId: number; readonly kind: 'hash'; readonly password: string }
  | {
      readonly jobId: number;
      readonly kind: 'verify';
      readonly password: string;
      readonly kept: string;
    };

/** Its answer. `fault`: why there is none, without a word of the password. */
export type HashAnswer =
  | { readonly jobId: number; readonly kind: 'hashed'; readonly hash: string }
  | { readonly jobId: number; readonly kind: 'verified'; readonly matches: boolean }
  | { readonly jobId: number; readonly kind: 'fault'; readonly fault: string };

/** argon2id (the library's own choice of algorithm), 19 MiB, two passes: the OWASP minimum, 5–9 ms. */
export const hashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
