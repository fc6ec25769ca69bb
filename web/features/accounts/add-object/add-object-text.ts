import { accountMessages } from '#contract/messages/account-messages.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as support } from '#web/lib/list/support-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the page that adds an object; a separate file because the home page does not need them. */
export const text = {
  addTitle: common.addObject,
  addLead: accountMessages['accounts.noObjects'],
  addMoreLead: 'Квартира, будинок чи гараж, за світло в яких ви теж сплачуєте.',
  backToObjects: 'Повернутися до моїх об’єктів',
  addNeeds: 'Дані з рахунку за електроенергію',
  addAccount: 'Номер особового рахунку',
  addAccountHint: '10 цифр, наприклад 2390001111',
  addCode: 'Код об’єкта',
  addCodeHint: 'Від 6 до 12 літер і цифр, наприклад AB12CD34: надрукований поруч із номером рахунку',
  addProblems: cabinet.pleaseCheck,
  addWanted: {
    account: 'Номер особового рахунку — 10 цифр',
    code: 'Код об’єкта — від 6 до 12 латинських літер і цифр',
  },
  addSubmit: common.addObject,
  addSubmitting: 'Додаємо…',
  added: 'Об’єкт додано: о/р {account}.',
  waits:
    'Запит про о/р {account} надіслано тому, хто вже має цей рахунок у кабінеті. Рахунок з’явиться у вас, щойно вам дозволять доступ. Запит діє до {until}.',
  confirmation: 'Код із SMS на номер договору',
  confirmationHint: 'Надіслали на {phone} — номер із договору о/р {account}.',
  anotherAccount: cabinet.anotherAccount,
  resend: cabinet.sendCodeAgain,
  resendWait: form.inSeconds,
  resendReady: 'Можна надіслати код ще раз',
  writeTicket: support.writeTicket,
  addByPhone: 'Немає рахунку під рукою?',
  addByPhoneHint:
    'Зателефонуйте до контактного центру: оператор підкаже номер і код або додасть об’єкт за вас.',
} as const;
