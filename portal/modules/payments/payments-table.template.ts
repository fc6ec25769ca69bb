import type { PaymentData } from '#billing/api/payments.ts';
import { tableOf } from '#domain/table-of.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { Table } from '#platform/tables/table.ts';

const states = {
  started: 'чекає на банк',
  sent: 'чекає на банк',
  confirmed: 'в дорозі',
  landed: 'надійшло',
  matched: 'зараховано',
  failed: 'не відбулася',
  expired: 'час минув',
  reversed: 'скасовано банком',
  refunded: 'повернено',
} as const satisfies Record<PaymentData['state'], string>;

const providers: Readonly<Record<string, string>> = tableOf({
  sandbox: 'Тестовий банк',
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
  bank: 'Через банк',
});

/**
 * The payments of a filter as the screen shows them.
 * @param sum Of those on their way or at the supplier, '1234.56'.
 */
export function paymentsTable(payments: readonly PaymentData[], sum: string): Table {
  return {
    title: 'Історія оплат',
    columns: [
      { title: 'Дата', kind: 'date' },
      { title: 'За що', kind: 'text', width: 34 },
      { title: 'Спосіб', kind: 'text', width: 16 },
      { title: 'Сума, грн', kind: 'money' },
      { title: 'Стан', kind: 'text', width: 18 },
      { title: 'Надійде до', kind: 'date' },
    ],
    rows: payments.map(({ startedAt, purpose, actNumber, provider, sum: ofPayment, state, expectedOn }) => [
      kyivDateOf(instantFromIso(startedAt)),
      purpose === 'energy' ? 'Електроенергія' : `Акт про порушення № ${actNumber ?? ''}`,
      providers[provider] ?? provider,
      ofPayment,
      states[state],
      state === 'confirmed' ? expectedOn : null,
    ]),
    total: ['Сплачено і в дорозі', null, null, sum, null, null],
  };
}
