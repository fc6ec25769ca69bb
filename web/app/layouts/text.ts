/** Words of the frame around the pages of the cabinet. */
export const text = {
  sections: 'Розділи кабінету',
  signOut: 'Вийти',
  waitingStays:
    'Показання чекає мережі. Якщо вийти, воно лишиться на цьому пристрої й буде передане після вашого наступного входу.',
  /** Before the name of who is signed in. */
  menu: 'Мій обліковий запис:',
  account: 'Обліковий запис',
  personal: 'Особисті дані',
  addObject: 'Додати об’єкт',
  home: 'Мій дім',
  indication: 'Показання',
  bills: 'Рахунки',
  objects: 'Об’єкти',
  overview: 'Огляд',
  registers: 'Реєстри',
  payments: 'Оплати',
  masterData: 'Зміни даних',
  more: 'Ще',
} as const;
