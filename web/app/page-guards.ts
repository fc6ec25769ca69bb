import type { GuardName } from './guards.ts';

const ofPerson = ['auth', 'person'] as const;
const ofObject = ['auth', 'person', 'haveObj', 'apartSelected'] as const;

/** Guards of each page, in order. `/cabinet` only redirects. Source: base specification, section 4. */
export const pageGuards = {
  '/': ['noAuth'],
  '/auth': ['noAuth'],
  '/admin': ['noAuthAdmin'],
  '/sign-in/entity': ['noAuthEntity'],
  '/sign-in/person': ['noAuthPerson'],
  '/sign-up/entity': ['noAuthEntity'],
  '/sign-up/person': ['noAuthPerson'],
  '/recover': ['noAuth'],
  '/cabinet/person': ['auth', 'person', 'haveObj'],
  '/cabinet/person/add-apart': ofPerson,
  '/cabinet/person/indication': ofObject,
  '/cabinet/person/calculation': ofObject,
  '/cabinet/person/bills': ofObject,
  '/cabinet/person/bills/$period': ofObject,
  '/cabinet/person/payments/$paymentId': ofObject,
  '/cabinet/person/sub-book': ofObject,
  '/cabinet/person/docs/reconciliations': ofObject,
  '/cabinet/person/docs/violations': ofObject,
  '/cabinet/person/docs/green-tarif': ofObject,
  '/cabinet/person/directory/guide': ofPerson,
  '/cabinet/person/directory/laws': ofPerson,
  '/cabinet/person/directory/tariff-history': ofObject,
  '/cabinet/person/directory/indicators-history': ofObject,
  '/cabinet/person/directory/payment-history': ofObject,
  '/cabinet/person/directory/day-night': ofObject,
  '/cabinet/person/settings/account': ofPerson,
  '/cabinet/person/settings/personal-information': ofPerson,
  '/cabinet/person/settings/aparts': ofPerson,
  '/cabinet/person/settings/notifications': ofPerson,
  '/cabinet/person/settings/my-data': ofObject,
  '/cabinet/entity': ['auth', 'entity', 'entitySingle'],
  '/cabinet/entity/indication': ['auth', 'entity', 'accountSelected'],
  '/cabinet/entity/settings/account': ['auth', 'entity'],
  '/cabinet/admin': ['auth', 'admin'],
  '/cabinet/admin/bank-statements': ['auth', 'admin'],
  '/cabinet/admin/bank-statements/$id': ['auth', 'admin'],
  '/cabinet/admin/payments': ['auth', 'admin'],
  '/cabinet/admin/management/master-data': ['auth', 'admin'],
  '/cabinet/admin/settings': ['auth', 'admin'],
} as const satisfies Readonly<Record<string, readonly GuardName[]>>;

export type GuardedPath = keyof typeof pageGuards;
