import { type BoundedQueue, createBoundedQueue, queueFull } from '#platform/workers/bounded-queue.ts';
import { createHashProcess } from './hash-process.ts';

/** Hash process of this server. */
export const hashing = createHashProcess();

/**
 * One hash at a time, with a short rest after each, so that a storm of sign-ins leaves the machine to readings; who would
 * wait behind 200 others or longer than ten seconds is answered that the server is busy.
 */
const hashingQueue = createBoundedQueue({ concurrency: 1, limit: 200, maxWaitMs: 10_000, restMs: 3 });

/** Hash of an unknown password, at the current cost: verified for an unknown login. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$PkZ698Z6l6asLIHaN6yYiA$4kTmtkr9WGIgsoQU/ttFBwLvdM9jTqoKOb+L3mPwORg';

type PasswordAnswer = 'right' | 'wrong' | 'busy';

/** A reserved slot for one hash. */
export interface HashingPlace {
  /** The hash of a password as it is kept, with its salt and cost; 'busy' when the turn does not come in time. */
  hash(password: string): Promise<string | 'busy'>;
  /**
   * Whether the password belongs to the hash. Without a hash (the login is unknown, or has no password) the same work is
   * done for nobody's, so that the time of the answer doesn't say who is a customer.
   */
  check(kept: string | undefined, password: string): Promise<PasswordAnswer>;
  /** Releases an unused slot. */
  release(): void;
}

/** Normalises composed letters, so that a password is the same from any keyboard. */
function canonical(password: string): string {
  return password.normalize('NFC');
}

/** Reserves a slot for one hash; undefined when the queue is full. It must be used or released. */
export function reserveHashing(queue: BoundedQueue = hashingQueue): HashingPlace | undefined {
  const place = queue.tryReserve();
  return (
    place && {
      async hash(password) {
        const made = await place.run(() => hashing.hash(canonical(password)));
        return made === queueFull ? 'busy' : made;
      },
      async check(kept, password) {
        const reference = kept || dummyHash;
        const matches = await place.run(() => hashing.verify(reference, canonical(password)));
        if (matches === queueFull) return 'busy';
        return matches && reference === kept ? 'right' : 'wrong';
      },
      release: () => place.release(),
    }
  );
}

/** The stored form of a password; 'busy' when the queue is full. */
export async function hashPassword(
  password: string,
  queue: BoundedQueue = hashingQueue,
): Promise<string | 'busy'> {
  return reserveHashing(queue)?.hash(password) ?? 'busy';
}
