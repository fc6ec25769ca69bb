import { v7 } from 'uuid';

/** A new id (UUIDv7): sorts by the time it was made, so that indexes grow at one end. */
export function newId(): string {
  return v7();
}
