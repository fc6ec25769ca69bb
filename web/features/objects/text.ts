import { accountMessages } from '#contract/messages/account-messages.ts';

/** Words about the objects of a person. */
export const text = {
  account: 'о/р',
  myObjects: 'Мої об’єкти',
  chooseObject: 'Оберіть об’єкт',
  chosen: 'обрано',
  toPay: 'До сплати',
  switcherLabel: 'Об’єкт',
  choiceFailed: 'Не вдалося перейти до цього об’єкта.',

  addTitle: 'Додати об’єкт',
  addLead: accountMessages['accounts.noObjects'],
  addNeeds: 'Що знадобиться',
  addAccount: 'Номер особового рахунку',
  addAccountHint: '10 цифр, наприклад 2390001111.',
  addCode: 'Код об’єкта',
  addCodeHint: 'Надрукований на рахунку за електроенергію поруч із номером.',
  addByPhone: 'Додамо за вас',
  addByPhoneHint: 'Зателефонуйте до контактного центру: оператор додасть об’єкт за цими даними.',
} as const;
