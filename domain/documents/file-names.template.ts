/** Names of downloadable files. */
const kinds = {
  bill: 'Рахунок',
  bills: 'Рахунки',
  invoice: 'Рахунок-фактура',
  invoices: 'Рахунки-й-акти',
  acceptanceAct: 'Акт-приймання-передачі',
  taxInvoice: 'Податкова-накладна',
  paymentDocuments: 'Платіжні-документи',
  payment: 'Квитанція-про-оплату',
  payments: 'Оплати',
  reading: 'Квитанція-про-показання',
  readings: 'Показання',
  readingsWorkbook: 'Бланк-показань',
  readingsMarked: 'Показання-з-помилками',
  readingsReport: 'Звіт-про-показання',
  tariffs: 'Тарифи',
  book: 'Абонентська-книжка',
  reconciliation: 'Акт-звірки',
  reactiveAct: 'Акт-звірки-реактивна',
  violationsAct: 'Акт-звірки-акти-порушень',
  violationAct: 'Акт-про-порушення',
  violationCalculation: 'Розрахунок-за-актом',
  violationBill: 'Рахунок-за-актом',
  feedInAct: 'Акт-зеленого-тарифу',
  feedIn: 'Зелений-тариф',
  consumption: 'Споживання',
  greenButton: 'Споживання-Green-Button',
  ownData: 'Мої-дані',
  report: 'Звіт',
  points: 'Точки-обліку',
  volumes: 'Договірні-обсяги',
  actions: 'Дії-людей',
} as const;

/**
 * The name of a download without its extension: kind, account, then period or number, e.g. "Оплати-2390001111-2026".
 * Unknown parts are left out.
 */
export function fileNameOf(kind: keyof typeof kinds, ...parts: readonly (string | number | null)[]): string {
  return [kinds[kind], ...parts.filter((part) => part !== null)].join('-');
}

const exchangeTypes = {
  invoice: 'Рахунок',
  act: 'Акт',
  lines: 'Розшифровка',
  taxInvoice: 'ПН',
  taxAdjustment: 'РК',
} as const;

/**
 * The name of a document without its extension as systems of document exchange write it:
 * "44703160_41234569_20261103_Акт_1000000002-102026". Source: facts of entities 6.5.
 */
export function exchangeName(
  type: keyof typeof exchangeTypes,
  facts: { readonly own: string; readonly other: string; readonly issuedOn: string; readonly number: string },
): string {
  const number = facts.number.replace(/[\\/:*?"<>|_\s]+/g, '-');
  return [facts.own, facts.other, facts.issuedOn.replaceAll('-', ''), exchangeTypes[type], number].join('_');
}
