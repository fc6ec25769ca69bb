/** Names that every screen shares. */
export const text = {
  retry: 'Спробувати ще раз',
  months: [
    'січень',
    'лютий',
    'березень',
    'квітень',
    'травень',
    'червень',
    'липень',
    'серпень',
    'вересень',
    'жовтень',
    'листопад',
    'грудень',
  ],
  monthsShort: ['січ', 'лют', 'бер', 'кві', 'тра', 'чер', 'лип', 'сер', 'вер', 'жов', 'лис', 'гру'],
  monthSpan: '{from} – {to}',
  percent: '{percent} %',
  hryvnia: 'грн',
  kwh: 'кВт·год',
  days: '{days}\u00a0{days|день|дні|днів}',
  hours: 'год',
  minutes: 'хв',
  qrLoading: 'Малюємо QR-код…',
  /** How three messages of the catalogue end; the cabinet has no such form. */
  formSentence: ' Заповніть форму звернення.',
} as const;
