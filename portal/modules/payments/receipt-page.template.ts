import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { escapeHtml, plainPage } from '#portal/http/web/plain-page.template.ts';

/** What the page says of a payment: what stands on its receipt, and no name or address. */
export interface ProvenReceipt {
  readonly orderId: string;
  /** Of the whole order, "432.50". */
  readonly orderSum: string;
  readonly state: string;
  readonly confirmedAt: Instant | undefined;
  readonly supplier: string;
  readonly isTest: boolean;
}

const states: Readonly<Record<string, string>> = tableOf({
  confirmed: 'прийнято, кошти в дорозі',
  landed: 'кошти надійшли',
  matched: 'зараховано',
});
const test = '<p>Тестовий платіж: справжні гроші не списувалися.</p>';

/** The receipt is of a payment that stands; one whose money went back proves nothing any more. */
export function receiptPage(receipt: ProvenReceipt): string {
  const { orderId, orderSum, state, confirmedAt, supplier, isTest } = receipt;
  const shown = states[state];
  if (shown === undefined) {
    return plainPage('Квитанція не діє', `<p>Замовлення № ${escapeHtml(orderId)}: гроші повернуто.</p>`);
  }
  const facts = [
    ['Замовлення', `№ ${orderId}`],
    ['Сплачено', `${formatMoney(moneyFromWire(orderSum))} грн`],
    ['Дата', confirmedAt === undefined ? '' : formatDate(kyivDateOf(confirmedAt))],
    ['Стан', shown],
    ['Одержувач', supplier],
  ].filter(([, value]) => value !== '');
  const list = facts.map(([name, value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return plainPage('Квитанція справжня', `<dl>${list.join('\n')}</dl>\n${isTest ? test : ''}`);
}

/** No receipt has this link. */
export function badReceiptPage(): string {
  return plainPage(
    'Такої квитанції немає',
    '<p>Перевірте, чи посилання повне: краще відскануйте код із квитанції ще раз.</p>',
  );
}
