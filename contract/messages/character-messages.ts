/** What names a wrong character of a field; begins with the text of `field.invalid`. Apart from the first load. */
export const characterMessages = {
  'field.latinLetter': 'Перевірте коректність введених даних: {n}-й символ «{sign}» — латинська літера',
  'field.cyrillicLetter': 'Перевірте коректність введених даних: {n}-й символ «{sign}» — кирилична літера',
  'field.strayCharacter': 'Перевірте коректність введених даних: {n}-й символ «{sign}» зайвий',
} as const;
