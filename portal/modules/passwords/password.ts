import { hash, verify } from '@node-rs/argon2';
import { type BoundedQueue, createBoundedQueue, queueFull } from './bounded-queue.ts';

/** argon2id (the library's own choice of algorithm), 19 MiB, two passes: the OWASP minimum, 5–9 ms. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** One hash at a time in a process: sixty-four at once would leave readings a third of their rate. */
const turns = createBoundedQueue({ concurrency: 1, limit: 200 });

/** The same password typed on any keyboard: composed letters. */
function canonical(password: string): string {
  return password.normalize('NFC');
}

let nobodysHash: Promise<string> | undefined;

/**
 * The hash of a password as it is kept, with its salt and cost; off the main thread. 'busy' when the queue is full: 200
 * wait already.
 */
export async function hashPassword(password: string, queue: BoundedQueue = turns): Promise<string | 'busy'> {
  const made = await queue.run(() => hash(canonical(password), cost));
  return made === queueFull ? 'busy' : made;
}

/**
 * Whether the password belongs to the hash. Without a hash (the login is unknown) the same work is done for nobody's, so
 * that the time of the answer doesn't say who is a customer. 'busy' when the queue is full: 200 wait already.
 */
export async function checkPassword(
  kept: string | undefined,
  password: string,
  queue: BoundedQueue = turns,
): Promise<'right' | 'wrong' | 'busy'> {
  nobodysHash ??= hash('nobody', cost);
  const reference = kept ?? (await nobodysHash);
  const matches = await queue.run(() => verify(reference, canonical(password)));
  if (matches === queueFull) return 'busy';
  return matches && kept !== undefined ? 'right' : 'wrong';
}
