import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';
import { text as person } from './text.ts';

/** Texts of the sign-in by code, of entities and staff, and of the choice between them. */
export const text = {
  ...person,
  entityTitle: common.entitySignIn,
  entityLead: 'для непобутових споживачів',
  adminTitle: 'Вхід для працівників',
  adminLead: 'Кабінет постачальника: показання, оплати, звіти.',

  account: form.account,
  accountHint: form.accountHint,
  uniqueCode: form.uniqueCode,
  uniqueCodeHint: form.uniqueCodeHint,
  login: form.login,
  loginHint: 'латинські літери, цифри, крапка, дефіс',
  code: form.smsCode,

  getCode: form.getCode,
  gettingCode: form.sending,
  codeSent: 'Якщо номер {phone} зареєстровано, за хвилину прийде SMS. Код діє 5 хвилин.',
  codeAlreadySent: 'Код уже надіслано на {phone}, якщо номер зареєстровано.',
  anotherPhone: form.changePhone,
  signInByPassword: 'Увійти за паролем',
  resend: form.sendAgain,
  resendWait: form.inSeconds,
  resendReady: form.newCodeReady,

  codeProblems: 'Не вдалося надіслати код',
  wanted: {
    ...person.wanted,
    account: form.accountWanted,
    unique_code: form.uniqueCodeWanted,
    login: 'Логін — від 3 до 32 латинських літер і цифр',
  },

  forPerson: 'Вхід для побутових споживачів',
  adminHelp: 'Доступ видає власник кабінету. Якщо пароль втрачено, зверніться до нього.',

  doors: {
    lead: 'Оберіть, хто ви.',
    person: 'Я побутовий споживач',
    personHint: 'Квартира, дім, дача: показання, рахунки, оплата.',
    entity: 'Я представляю компанію',
    entityHint: 'Непобутовий споживач: рахунки компанії та показання.',
    admin: 'Я працюю в постачальника',
    create: form.createCabinet,
  },
} as const;
