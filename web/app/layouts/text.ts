/** Texts of the cabinet layout. */
export const text = {
  sections: 'Розділи кабінету',
  signOut: 'Вийти',
  waitingStays:
    'Показання чекає мережі. Якщо вийти, воно лишиться на цьому пристрої й буде передане після вашого наступного входу.',
  /** Precedes the name of the user. */
  menu: 'Мій обліковий запис:',
  account: 'Обліковий запис',
  personal: 'Особисті дані',
  addObject: 'Додати об’єкт',
  home: 'Мій дім',
  indication: 'Показання',
  bills: 'Рахунки',
  objects: 'Об’єкти',
  overview: 'Огляд',
  bankStatements: 'Реєстри',
  payments: 'Оплати',
  masterData: 'Зміни даних',
  reports: 'Звіти',
  more: 'Ще',
} as const;
