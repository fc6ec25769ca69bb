/** Days of the week by their ISO numbers. */
export const weekdayNames = {
  1: 'Понеділок',
  2: 'Вівторок',
  3: 'Середа',
  4: 'Четвер',
  5: 'П’ятниця',
  6: 'Субота',
  7: 'Неділя',
} as const;
