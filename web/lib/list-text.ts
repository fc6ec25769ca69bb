/** Texts that every list of records shares. */
export const text = {
  apply: 'Показати',
  clear: 'Скинути',
  period: 'Період',
  periods: { thisYear: 'Цей рік', lastYear: 'Минулий рік', all: 'Увесь час' },
  shown: 'Показано {shown} з {n}',
  more: 'Показати ще',
  moreBusy: 'Завантажуємо…',
  formats: { xlsx: 'XLSX', csv: 'CSV' },
  filesBusy: 'Готуємо…',
  filesWait: 'Файл чекає мережі.',
  total: 'Разом',
} as const;
