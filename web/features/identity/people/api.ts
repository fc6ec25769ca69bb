import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { InputOf } from '#contract/define-call.ts';
import {
  type CompanyPersonData,
  changePerson,
  endPerson,
  invitePerson,
  listActions,
  listPeople,
  type PersonObjects,
  resendInvitation,
} from '#contract/identity/company-people.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { readingPoints } from '#contract/readings/points.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';

export type Person = CompanyPersonData;

type People = { people: Person[] };

/** The people of the company: the contract first, those without access last. */
export const peopleQuery = queryOptions({
  queryKey: ['companyPeople'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(listPeople, {}, { signal }),
});

const actionsKey = ['companyActions'];

/** What the people did, newest first, in parts. */
export const actionsQuery = (filter: Omit<InputOf<typeof listActions>, 'token' | 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...actionsKey, filter] as QueryKey,
    queryFn: ({ signal, pageParam }) =>
      queryApi(listActions, { ...filter, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The points of an account, to choose among. */
export const pointChoiceQuery = (account: string) => accountQuery(readingPoints, account);

/** Role and objects as they are sent. */
export interface Access {
  role: CompanyRole;
  objects: PersonObjects;
}

/** Takes the answer of a change of people: what they did is read again. */
export function peopleChanged(client: QueryClient, { people }: People): void {
  client.setQueryData(peopleQuery.queryKey, (known) => (known ? { ...known, people } : known));
  client.invalidateQueries({ queryKey: actionsKey }).catch(() => undefined);
}

export const sendInvitation = (
  person: Access & { name: string; email: string },
): Promise<ApiResult<People>> => callApi(invitePerson, person);

export const sendInvitationAgain = (personId: string): Promise<ApiResult<People>> =>
  callApi(resendInvitation, { personId });

export const sendAccess = (personId: string, access: Access): Promise<ApiResult<People>> =>
  callApi(changePerson, { personId, ...access });

export const sendEnd = (personId: string): Promise<ApiResult<People>> => callApi(endPerson, { personId });
