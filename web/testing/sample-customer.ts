import type { CustomerData } from '#contract/customers.ts';

/** A person as the card of the staff has them. */
export const sampleCustomer: CustomerData = {
  id: '0199f000-0000-7000-8000-0000000000c1',
  type: 'person',
  name: 'Коваль Олена Петрівна',
  phone: '+380501110001',
  isPhoneConfirmed: true,
  email: 'olena@example.test',
  isEmailConfirmed: false,
  secondFactor: 'totp',
  state: 'active',
  block: null,
  createdAt: '2026-01-10T08:00:00.000Z',
  lastSignInAt: '2026-11-20T08:00:00.000Z',
  sessionCount: 2,
  accountCount: 1,
  company: null,
  people: [],
};
