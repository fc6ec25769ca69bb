import { text as common } from '#web/lib/text.ts';

/** Texts of the cabinet layout. */
export const text = {
  sections: 'Розділи кабінету',
  signOut: 'Вийти',
  waitingStays:
    'Показання чекає мережі. Якщо вийти, воно лишиться на цьому пристрої й буде передане після вашого наступного входу.',
  /** Precedes the name of the user. */
  menu: 'Мій обліковий запис:',
  account: common.userAccount,
  personal: common.personalData,
  addObject: common.addObject,
  home: common.myHome,
  indication: common.readings,
  bills: common.bills,
  billsAndPayments: common.billsAndPayments,
  ownDocuments: common.documents,
  directory: common.directory,
  objects: common.objects,
  limits: 'Ліміти',
  messages: common.tickets,
  newMessages: ', {n} {n|нове|нові|нових}',
  more: common.more,
} as const;
