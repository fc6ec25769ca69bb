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
  feedback: 'Відгуки',
  consumption: 'Споживання',
  greenButton: 'Споживання-Green-Button',
  ownData: 'Мої-дані',
  report: 'Звіт',
  points: 'Точки-обліку',
  volumes: 'Договірні-обсяги',
  actions: 'Дії-людей',
  staffActions: 'Дії-працівників',
  importProblems: 'Помилки-імпорту',
  closingExceptions: 'Перевірити-перед-закриттям',
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
  acceptanceAct: 'Акт',
  lines: 'Розшифровка',
  taxInvoice: 'ПН',
  taxAdjustment: 'РК',
  reconciliationAct: 'Акт-звірки',
  readingReport: 'Звіт-про-показання',
} as const;

/**
 * The name of a document without its extension as systems of document exchange write it, with the own code first:
 * "44703160_41234569_20261103_Акт_1000000002-102026_office@example.com". Source: facts of entities 6.5.
 */
export function exchangeName(
  type: keyof typeof exchangeTypes,
  facts: {
    readonly own: string;
    readonly other: string;
    /** 'YYYY-MM-DD'. */
    readonly on: string;
    readonly number: string;
    /** Left out where it is not known. */
    readonly email?: string;
  },
): string {
  const clean = (text: string) => text.replace(/[\\/:*?"<>|_\s]+/g, '-');
  const { own, other, on, number, email = '' } = facts;
  const parts = [clean(own), clean(other), on.replaceAll('-', ''), exchangeTypes[type], clean(number)];
  return [...parts, ...(email === '' ? [] : [email.replace(/[\\/:*?"<>|\s]+/g, '-')])].join('_');
}
