/** A payload of each call that names an account, right in everything; the account and the token come from the test. */
export const samplePayloads: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/person/objects/info': {},
  '/api/person/itm_balance': {},
  '/api/get-common': { url: '/person/custom_info' },
  '/api/post-common': { url: '/auth/account_login_fixate/person' },
  '/api/meters/list': {},
  '/api/readings/preview': { values: { single: '1234' } },
  '/api/readings/submit': { values: { single: '1234' }, requestId: '0199f000-0000-7000-8000-000000000001' },
  '/api/readings/correct': {
    values: { single: '1234' },
    reason: 'Помилка',
    requestId: '0199f000-0000-7000-8000-000000000002',
  },
  '/api/readings/history': {},
  '/api/readings/add-photo': {
    content: Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64'),
    requestId: '0199f000-0000-7000-8000-000000000003',
  },
  '/api/consumption/history': {},
  '/api/bills/list': {},
  '/api/bills/get': { period: '2026-10' },
  '/api/bills/pdf': { period: '2026-10' },
  '/api/events/list': {},
  '/api/payments/start': {
    provider: 'sandbox',
    purpose: 'energy',
    sum: '100.00',
    requestId: '0199f000-0000-7000-8000-000000000004',
  },
  '/api/payments/state': { paymentId: '0199f000-0000-7000-8000-000000000005' },
  '/api/payments/list': {},
};
