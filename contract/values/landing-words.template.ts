/**
 * Words of the first page that staff may change, as they come with the product. Prices are none of them: the page takes those from
 * the tariffs.
 */
export const landingWords = {
  title: 'Несемо світло в\u00a0кожен дім',
  lead: 'Вам залишається тільки внести показання і зручно сплатити рахунок. Історія нарахувань прозора: кожна цифра пояснює себе. Додаткові послуги — нагадування, файли даних, калькулятор двозонного лічильника — у тому самому кабінеті.',
  tariffTitle: 'Скільки коштує кіловат-година',
  tariffNote: 'Для побутових споживачів, з ПДВ. Нічна ціна — для двозонного лічильника.',
  howTitle: 'Три хвилини на місяць',
  step1Title: 'Передайте показання',
  step1Body: 'Один екран на всі зони лічильника. Поки вводите цифри, видно кіловат-години і суму.',
  step2Title: 'Побачте, за що платите',
  step2Body: 'Рахунок читається зліва направо: спожили, помножили на тариф, отримали суму.',
  step3Title: 'Сплатіть',
  step3Body: 'Оплата видна відразу. Гроші, що вже в дорозі, ніколи не показуємо як борг.',
  nightTitle: 'Уночі електроенергія дешевша',
  contactsTitle: 'Ми на зв’язку',
  contactsBody:
    'Не заходить у кабінет, рахунок викликає запитання, лічильник поводиться дивно — зателефонуйте.',
} as const;

export type LandingWord = keyof typeof landingWords;
export type LandingWords = Readonly<Record<LandingWord, string>>;

/** Whether a text names a sum or a share: prices stand on the first page by the tariffs alone. */
export function namesPrice(text: string): boolean {
  return /\d[\d\s.,]*(?:%|₴|грн|гривн|гривень|коп)/iu.test(text);
}

/** The built page in which marks stand for words; the server fills them in. */
export const landingTemplate = 'landing.template.html';

/** The mark of a word in that page; without a name of all published words as JSON. */
export const landingMark = (name?: string) => (name === undefined ? '{{landing}}' : `{{landing.${name}}}`);
