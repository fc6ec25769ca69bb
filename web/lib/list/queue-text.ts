/** Texts of the queues that staff work through by the last day of each row. */
export const text = {
  waiting: 'Чекають рішення: {n}',
  overdue: 'Прострочено: {n}',
  onTime: 'Усе вчасно',
  today: 'сьогодні',
  dueIn: 'лишилося {n} {n|день|дні|днів}',
  late: 'запізнення {n} {n|день|дні|днів}',
  account: 'О/р {account}',
} as const;
