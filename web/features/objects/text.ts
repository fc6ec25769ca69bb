/** Words about the objects of a person. */
export const text = {
  account: 'о/р',
  myObjects: 'Мої об’єкти',
  chooseObject: 'Оберіть об’єкт',
  chosen: 'обрано',
  switcherLabel: 'Об’єкт',
  choiceFailed: 'Не вдалося перейти до цього об’єкта.',

  addTitle: 'Додати об’єкт',
  addNeeds: 'Щоб об’єкт з’явився в кабінеті, знадобляться:',
  addAccount: 'номер особового рахунку — 10 цифр, наприклад 2390001111;',
  addCode: 'код об’єкта — надрукований на рахунку за електроенергію поруч із номером.',
  addByPhone: 'Зателефонуйте до контактного центру — оператор додасть об’єкт за цими даними.',
} as const;
