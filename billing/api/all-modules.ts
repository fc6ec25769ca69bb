import * as accounts from './accounts.ts';
import * as balance from './balance.ts';
import * as bankStatements from './bank-statements.ts';
import * as billingPeriods from './billing-periods.ts';
import * as bills from './bills.ts';
import * as charges from './charges.ts';
import * as consumption from './consumption.ts';
import * as contracts from './contracts.ts';
import * as customers from './customers.ts';
import * as dataExport from './data-export.ts';
import type { Module } from './define-module.ts';
import * as events from './events.ts';
import * as feedIn from './feed-in.ts';
import * as imports from './import.ts';
import * as invoices from './invoices.ts';
import * as ledger from './ledger.ts';
import * as masterData from './master-data.ts';
import * as notifications from './notifications.ts';
import * as payments from './payments.ts';
import * as readingsReview from './readings/review.ts';
import * as readings from './readings.ts';
import * as reconciliationActs from './reconciliation-acts.ts';
import * as reports from './reports.ts';
import * as rules from './rules.ts';
import * as search from './search.ts';
import * as serviceTerms from './service-terms.ts';
import * as subscriberBook from './subscriber-book.ts';
import * as supplier from './supplier.ts';
import * as tariffs from './tariffs.ts';
import * as taxInvoices from './tax-invoices.ts';
import * as violationActs from './violation-acts.ts';
import * as volumes from './volumes.ts';

const isModule = (value: unknown): value is Module =>
  typeof value === 'object' && value !== null && 'summary' in value && 'input' in value && 'output' in value;

/** Every function module that is declared, by name; a test compares them with the handlers. */
export const allModules: readonly Module[] = [
  accounts,
  balance,
  bankStatements,
  billingPeriods,
  bills,
  charges,
  consumption,
  contracts,
  customers,
  dataExport,
  events,
  feedIn,
  imports,
  invoices,
  ledger,
  masterData,
  notifications,
  payments,
  readings,
  readingsReview,
  reconciliationActs,
  reports,
  rules,
  search,
  serviceTerms,
  subscriberBook,
  supplier,
  tariffs,
  taxInvoices,
  violationActs,
  volumes,
]
  .flatMap((file: object) => Object.values(file).filter(isModule))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
