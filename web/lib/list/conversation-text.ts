/** Texts that conversations share with feedback, readings and contracts; the first page shows none of them. */
export const text = {
  you: 'Ви',
  networkOperator: 'Оператор системи розподілу',
  marks: { 1: 'Дуже погано', 2: 'Погано', 3: 'Так собі', 4: 'Добре', 5: 'Чудово' },
  yes: 'Так',
} as const;
