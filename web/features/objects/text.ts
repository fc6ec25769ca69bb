/** Words about the objects of a person. */
export const text = {
  account: 'о/р',
  myObjects: 'Мої об’єкти',
  chooseObject: 'Оберіть об’єкт',
  chosen: 'обрано',
  add: 'Додати об’єкт',
  toPay: 'До сплати',
  switcherLabel: 'Об’єкт',
  choiceFailed: 'Не вдалося перейти до цього об’єкта.',
} as const;
