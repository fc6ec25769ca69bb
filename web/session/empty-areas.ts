import type { AccountFacts, AdminState, EntityState, PersonState } from './session-types.ts';

/** The facts of an object of which none was read. */
export const noFacts: AccountFacts = {
  partner: '',
  token: '',
  accountLoaded: false,
  bankInfo: undefined,
  greenTarifHistories: [],
  customerResponsibles: [],
  debet: '0',
  credit: '0',
  beginDebet: '0',
  endDebet: '0',
  beginCredit: '0',
  ballanceLoaded: false,
  ballanceError: false,
  debetAct: { items: [] },
};

/** The areas of somebody who is not signed in as that. */
export const noPerson: PersonState = {
  partner: '',
  phone: '',
  email: '',
  account: '',
  isChose: false,
  accounts: [],
  places: [],
  meters: [],
  detailsPayment: undefined,
  detailsPaymentList: {},
  loyalityChecked: {},
  customInfo: undefined,
  lastCalculateTime: '',
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
