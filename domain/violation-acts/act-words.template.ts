import type { ViolationKind } from './violation-kinds.ts';

/** States of a violation act. */
export const actStateWords = {
  drawn: 'складено',
  served: 'вручено',
  hearingSet: 'призначено розгляд',
  decided: 'розглянуто',
  cancelled: 'скасовано',
  billed: 'рахунок виставлено',
  paid: 'сплачено',
  partPaid: 'сплачено частково',
  instalments: 'сплачується частинами',
  disputed: 'оскаржується',
  overdue: 'прострочено',
} as const;

/** What an act finds. */
export const violationKindNames: Readonly<Record<ViolationKind, string>> = {
  bypass: 'Струм повз лічильник',
  selfConnection: 'Самовільне підключення',
  brokenSeal: 'Зірвано пломбу',
  magnet: 'Вплив магнітом',
  damagedMeter: 'Пошкоджено лічильник',
  noAccess: 'Не пустили до лічильника',
  other: 'Інше порушення',
};
