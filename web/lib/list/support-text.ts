/** Texts that tickets, feedback, messages of the supplier and readings share; apart, because the first page shows none of them. */
export const text = {
  messages: 'Повідомлення',
  writeTicket: 'Написати звернення',
  isNew: 'нове',
  you: 'Ви',
  networkOperator: 'Оператор системи розподілу',
  marks: { 1: 'Дуже погано', 2: 'Погано', 3: 'Так собі', 4: 'Добре', 5: 'Чудово' },
} as const;
