import { formatMoney } from '#domain/money.ts';
import { tableOf } from '#domain/table-of.ts';
import type { BankOrder } from './bank-order-store.ts';

const entities: Readonly<Record<string, string>> = tableOf({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const names: Readonly<Record<string, string>> = tableOf({
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
});

/** Whom the bank plays, in words; without an order it plays nobody. */
function roleOf(provider: string | undefined): string {
  return provider === undefined ? 'Тестовий банк' : `Тестовий банк замість ${names[provider] ?? provider}`;
}

function page(title: string, body: string, provider?: string): string {
  const role = escapeHtml(roleOf(provider));
  return `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} — ${role}</title>
<link rel="stylesheet" href="/sandbox-bank/assets/bank.css">
</head>
<body>
<header class="notice"><strong>${role}.</strong> Справжні гроші тут не списуються, картка не потрібна.</header>
<main>
<p class="bank"><span class="mark" aria-hidden="true">₴</span>${role}</p>
${body}
</main>
</body>
</html>
`;
}

function facts(order: BankOrder): string {
  return `<dl>
<div class="sum"><dt>${order.decision === 'waiting' ? 'До сплати' : 'Сума'}</dt><dd>${formatMoney(order.amount)} <span>грн</span></dd></div>
<div><dt>Одержувач</dt><dd>Постачальник електроенергії</dd></div>
<div><dt>Особовий рахунок</dt><dd>${escapeHtml(order.accountNumber)}</dd></div>
<div><dt>Номер замовлення</dt><dd>${escapeHtml(order.orderId)}</dd></div>
</dl>`;
}

function backLink(order: BankOrder): string {
  return `<p><a class="button" href="${escapeHtml(order.returnPath)}">Повернутися до кабінету</a></p>`;
}

/** The page where the payer decides; the action is an address below our own. */
export function decisionPage(order: BankOrder, action: string): string {
  return page(
    'Підтвердження оплати',
    `<h1>Підтвердження оплати</h1>
${facts(order)}
<form method="post" action="${escapeHtml(action)}">
<button class="button pay" name="decision" value="paid">Сплатити</button>
<button class="button" name="decision" value="refused">Відхилити</button>
</form>`,
    order.provider,
  );
}

const decided = {
  waiting: 'Платіж чекає',
  paid: 'Платіж прийнято',
  refused: 'Платіж відхилено',
  returned: 'Гроші повернено',
} as const satisfies Record<BankOrder['decision'], string>;

/** The page of an order that was decided before. */
export function decidedPage(order: BankOrder): string {
  const title = decided[order.decision];
  return page(title, `<h1>${title}</h1>\n${facts(order)}\n${backLink(order)}`, order.provider);
}

/** The decision is kept, and the supplier does not know it yet: the same button sends it again. */
export function reportFailedPage(order: BankOrder, action: string): string {
  return page(
    'Постачальник не відповідає',
    `<h1>Постачальник не відповідає</h1>
<p role="alert">Ваше рішення збережено, але повідомити постачальника поки не вдалося. Спробуйте ще раз.</p>
${facts(order)}
<form method="post" action="${escapeHtml(action)}">
<button class="button pay" name="decision" value="${order.decision === 'refused' ? 'refused' : 'paid'}">Повторити</button>
</form>
${backLink(order)}`,
    order.provider,
  );
}

/** No such order. */
export function unknownOrderPage(): string {
  return page(
    'Замовлення не знайдено',
    `<h1>Замовлення не знайдено</h1>
<p>Перевірте посилання або почніть оплату в кабінеті ще раз.</p>
<p><a class="button" href="/">На головну</a></p>`,
  );
}
