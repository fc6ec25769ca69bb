/** A fault on the way of a reading of which it is certain that nothing was stored: safe to repeat. */
export class NothingStored extends Error {
  constructor(cause: unknown) {
    super('the reading could not be stored', { cause });
  }
}
