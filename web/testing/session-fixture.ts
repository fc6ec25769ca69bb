import { vi } from 'vitest';
import type { PersonAccount, SignedInUser } from '#web/session/session-types.ts';

/** A household that has chosen no object. */
export const userFixture: SignedInUser = {
  token: 't',
  type: 'person',
  expires: '2099-01-01T00:00:00Z',
  phone: '+380501110001',
  email: '',
  account: '',
  partner: '1',
};

export const objectFixture: PersonAccount = {
  account: '2390001111',
  address: 'вул. Лісова, 1',
  objectName: '',
  greenTarif: false,
  placeId: 'place',
};

/** Puts a storage of a browser in the place of the global of this name; gives what it stores. */
export function stubStorage(name: string): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return stored;
}
