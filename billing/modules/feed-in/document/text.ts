/** Texts of the feed-in act. */
export const words = {
  title: 'Акт приймання-передачі електричної енергії',
  forMonth: (month: string) => `за ${month}`,
  number: (number: string, date: string) => `№ ${number} від ${date}`,
  subject: (account: string) => `Зелений тариф, особовий рахунок ${account}`,
  seller: 'Продавець',
  buyer: 'Покупець',
  taxCode: (code: string) => `РНОКПП ${code}`,
  edrpou: (code: string) => `ЄДРПОУ ${code}`,
  account: (account: string) => `Особовий рахунок ${account}`,
  contract: (number: string, date: string) => `Договір № ${number} від ${date}`,
  eic: (code: string) => `EIC споживача ${code}`,
  statement: (month: string) =>
    `Продавець передав, а покупець прийняв електричну енергію, яку генеруюча установка приватного домогосподарства віддала в мережу за ${month}.`,
  energy: 'Електрична енергія',
  energyColumns: ['Показник', 'Лічильник', 'На початок', 'На кінець', 'кВт·год'],
  generated: 'Вироблено установкою',
  exported: 'Віддано в мережу (A−)',
  consumed: 'Спожито з мережі (A+)',
  consumedNote: 'Спожите з мережі нараховано в рахунку за електроенергію і до цього акта не входить.',
  sums: 'Розрахунок',
  sumColumns: ['За що', 'кВт·год', 'Ціна без ПДВ, грн', 'Сума, грн'],
  bought: 'Куплено постачальником',
  incomeTax: (percent: string) => `Утримано податок на доходи фізичних осіб, ${percent} %`,
  militaryLevy: (percent: string) => `Утримано військовий збір, ${percent} %`,
  toBePaid: 'До виплати продавцю',
  withoutVat: 'Без ПДВ.',
  nothingSold: 'За цей місяць у мережу нічого не віддано: до виплати нічого немає.',
  paidOn: (sum: string, date: string) => `Виплачено ${sum} грн ${date}.`,
  payTo: (iban: string) => `Рахунок для виплати: ${iban}.`,
  signatures: 'Підписи сторін',
  signature: 'Підпис',
} as const;

/** "1.5" → "1,5". */
export function decimals(text: string): string {
  return text.replace('.', ',');
}
