import {
  building,
  calculator,
  card,
  envelope,
  folder,
  guide,
  list,
  meter,
  overview,
  settings,
  table,
  user,
} from '#web/ui/cabinet-icons.ts';
import { alert, check, clock, search } from '#web/ui/icons.ts';
import { text } from './admin-text.ts';

const { customers, billing, supplier, system } = text.groups;

/** Sections of staff by group, the most used without one; each is shown to the roles of its page. */
export const adminSections = [
  { to: '/cabinet/admin', label: text.overview, drawing: overview, exact: true },
  { to: '/cabinet/admin/management', label: text.management, drawing: search, exact: true },
  { to: '/cabinet/admin/management/desk', label: text.desk, drawing: list },

  { to: '/cabinet/admin/payments', label: text.payments, drawing: card, group: customers },
  { to: '/cabinet/admin/management/readings-review', label: text.readings, drawing: meter, group: customers },
  {
    to: '/cabinet/admin/management/compensations',
    label: text.compensations,
    drawing: alert,
    group: customers,
  },
  {
    to: '/cabinet/admin/management/message_manager',
    label: text.messageManager,
    drawing: envelope,
    group: customers,
  },
  { to: '/cabinet/admin/management/master-data', label: text.masterData, drawing: list, group: customers },
  { to: '/cabinet/admin/feedback/stats', label: text.feedback, drawing: guide, group: customers },

  { to: '/cabinet/admin/bank-statements', label: text.bankStatements, drawing: table, group: billing },
  { to: '/cabinet/admin/management/tariffs', label: text.tariffs, drawing: calculator, group: billing },
  { to: '/cabinet/admin/management/runs', label: text.runs, drawing: calculator, group: billing },
  { to: '/cabinet/admin/management/acts', label: text.violationActs, drawing: alert, group: billing },
  { to: '/cabinet/admin/management/imports', label: text.imports, drawing: folder, group: billing },
  { to: '/cabinet/admin/management/volumes', label: text.volumes, drawing: overview, group: billing },
  { to: '/cabinet/admin/management/documents', label: text.documents, drawing: folder, group: billing },

  { to: '/cabinet/admin/management/rules', label: text.rules, drawing: calculator, group: supplier },
  {
    to: '/cabinet/admin/management/service-terms',
    label: text.serviceTerms,
    drawing: clock,
    group: supplier,
  },
  { to: '/cabinet/admin/management/supplier', label: text.supplierData, drawing: building, group: supplier },
  { to: '/cabinet/admin/management/content', label: text.content, drawing: guide, group: supplier },
  { to: '/cabinet/admin/management/maintenance', label: text.maintenance, drawing: clock, group: supplier },
  { to: '/cabinet/admin/management/authorities', label: text.authorities, drawing: check, group: supplier },

  {
    to: '/cabinet/admin/management/administrators',
    label: text.administrators,
    drawing: user,
    group: system,
  },
  { to: '/cabinet/admin/management/actions', label: text.actions, drawing: list, group: system },
  {
    to: '/cabinet/admin/perf_dashboard',
    label: text.performance,
    short: text.performanceShort,
    drawing: clock,
    group: system,
  },
  { to: '/cabinet/admin/statreports', label: text.reports, drawing: calculator, group: system },
  { to: '/cabinet/admin/settings', label: text.account, drawing: settings, group: system },
] as const;
