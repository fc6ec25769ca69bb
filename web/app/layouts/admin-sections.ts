import {
  alert,
  calculator,
  card,
  check,
  clock,
  envelope,
  folder,
  guide,
  list,
  meter,
  overview,
  search,
  settings,
  table,
  user,
} from '#web/ui/icons.ts';
import { text } from './admin-text.ts';

/** Sections of staff; each is shown to the roles of its page. */
export const adminSections = [
  { to: '/cabinet/admin', label: text.overview, drawing: overview, exact: true },
  { to: '/cabinet/admin/management', label: text.management, drawing: search, exact: true },
  {
    to: '/cabinet/admin/bank-statements',
    label: text.bankStatements,
    drawing: table,
  },
  { to: '/cabinet/admin/payments', label: text.payments, drawing: card },
  { to: '/cabinet/admin/management/desk', label: text.desk, drawing: list },
  { to: '/cabinet/admin/management/readings-review', label: text.readings, drawing: meter },
  { to: '/cabinet/admin/management/compensations', label: text.compensations, drawing: alert },
  { to: '/cabinet/admin/management/message_manager', label: text.messageManager, drawing: envelope },
  {
    to: '/cabinet/admin/management/master-data',
    label: text.masterData,
    drawing: list,
  },
  { to: '/cabinet/admin/management/volumes', label: text.volumes, drawing: overview },
  { to: '/cabinet/admin/management/documents', label: text.documents, drawing: folder },
  { to: '/cabinet/admin/management/authorities', label: text.authorities, drawing: check },
  { to: '/cabinet/admin/management/rules', label: text.rules, drawing: calculator },
  { to: '/cabinet/admin/management/administrators', label: text.administrators, drawing: user },
  { to: '/cabinet/admin/management/actions', label: text.actions, drawing: list },
  { to: '/cabinet/admin/feedback/stats', label: text.feedback, drawing: guide },
  {
    to: '/cabinet/admin/perf_dashboard',
    label: text.performance,
    short: text.performanceShort,
    drawing: clock,
  },
  { to: '/cabinet/admin/statreports', label: text.reports, drawing: calculator },
  { to: '/cabinet/admin/settings', label: text.account, drawing: settings },
] as const;
