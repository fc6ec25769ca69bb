/** A payment of energy that was matched with its account. */
export const paymentFixture = {
  paymentId: '0199f000-0000-7000-8000-000000000005',
  orderId: '2390001111-112026-1',
  account: '2390001111',
  provider: 'liqpay' as const,
  purpose: 'energy' as const,
  actNumber: null,
  period: null,
  sum: '432.50',
  orderSum: '432.50',
  partCount: 1,
  state: 'matched' as const,
  startedAt: '2026-11-19T10:00:00.000Z',
  confirmedAt: null,
  expectedOn: null,
  message: null,
};

export const paymentOptionsFixture = {
  status: 'success' as const,
  limits: { least: '1.00', most: '999999999.99' },
  providers: [{ provider: 'liqpay' as const, mode: 'real' as const, message: null }],
  transfer: { recipient: 'Світло', iban: 'UA1', bank: 'Банк', edrpou: '44702151', purpose: 'Оплата' },
  openMonths: [],
  qrMessage: null,
  qr: null,
};
