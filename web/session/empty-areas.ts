import type { AdminState, EntityState, PersonState } from './session-types.ts';

/** The areas of somebody who is not signed in as that. */
export const noPerson: PersonState = {
  partner: '',
  phone: '',
  email: '',
  account: '',
  isChose: false,
  accounts: [],
};

export const noEntity: EntityState = {
  user: { phone: '', email: '', account: '' },
  isChose: false,
  places: [],
  meters: [],
  accounts: [],
};

export const noAdmin: AdminState = {
  token: '',
  login: '',
  fullName: '',
  roles: [],
  amountEntity: undefined,
  amountPerson: undefined,
};
