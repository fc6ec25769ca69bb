/** Error of a reading submission that certainly stored nothing: safe to retry. */
export class NothingStored extends Error {
  constructor(cause: unknown) {
    super('the reading could not be stored', { cause });
  }
}
