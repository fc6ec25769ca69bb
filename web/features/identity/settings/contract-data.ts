import { useQuery } from '@tanstack/react-query';
import { objectInfo } from '#contract/accounts/accounts.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { useSessionStore } from '#web/session/session-store.ts';

/** The names of a person, as in the profile. */
export interface Names {
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
}

/** Surname, name and patronymic of a customer as written in a contract; undefined: not these three words. */
export function namesOf(customer: string): Names | undefined {
  const [surname, name, middleName, ...more] = customer.trim().split(/\s+/);
  if (!surname || !name || !middleName || more.length > 0) return undefined;
  return { surname, name, middleName };
}

/** The customer's data in the contract of the chosen object; empty without an object or while loading. */
export function useContractData(): { names: Names | undefined; email: string } {
  const account = useSessionStore(({ session, person }) =>
    session?.type === 'person' ? person.account : '',
  );
  const { data } = useQuery({ ...accountQuery(objectInfo, account), enabled: account !== '' });
  return { names: data && namesOf(data.customer.name), email: data?.customer.email ?? '' };
}
