import { v5, v7 } from 'uuid';

/**
 * A new id (UUIDv7, RFC 9562): sorts by creation time, also within a millisecond, so that indexes grow at one end. Node's
 * `randomUUIDv7` does not sort within a millisecond, and PostgreSQL 16 has no `uuidv7()`.
 */
export function newId(): string {
  return v7();
}

/**
 * Deterministic id of a name (UUIDv5, RFC 9562).
 * @param space The namespace UUID.
 */
export function uuidOfName(space: string, name: string): string {
  return v5(name, space);
}
