import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as performance } from '#web/lib/list/performance-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Names of the sections of staff. */
export const text = {
  readings: common.readings,
  account: common.userAccount,
  actions: actions.staffActions,
  administrators: actions.administrators,
  authorities: 'Надавачі підписів',
  bankStatements: 'Реєстри',
  compensations: 'Компенсації',
  documents: 'Документи компаній',
  feedback: common.feedback,
  masterData: 'Зміни даних',
  desk: common.tickets,
  messageManager: 'Розсилки',
  overview: common.overview,
  payments: common.payments,
  performance: performance.performance,
  performanceShort: 'Сервери',
  reports: common.reports,
  volumes: 'Обсяги',
} as const;
