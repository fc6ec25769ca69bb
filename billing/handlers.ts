import type { ModuleHandler } from './module-handler.ts';
import { handleAccountGet } from './modules/accounts/get-account.ts';
import { handleCustomInfoGet } from './modules/accounts/get-custom-info.ts';
import { handleAccountList } from './modules/accounts/list-accounts.ts';
import { handleBillPdf } from './modules/bills/make-bill-pdf.ts';
import { handleBillGet, handleBillList } from './modules/bills/read-bills.ts';
import { handleCalculationGet } from './modules/charges/get-calculation.ts';
import { handleConsumptionHistory } from './modules/consumption/get-consumption-history.ts';
import { handleEntityAccounts } from './modules/customers/list-entity-accounts.ts';
import { handleAccountProve } from './modules/customers/prove-account.ts';
import { handleEntityProve } from './modules/customers/prove-entity.ts';
import { handleEventConfirm } from './modules/events/confirm-events.ts';
import { handleEventRead } from './modules/events/read-events.ts';
import { handleBalanceGet } from './modules/ledger/get-balance.ts';
import { handleMeterList } from './modules/meters/list-meters.ts';
import { handlePaymentConfirm } from './modules/payments/confirm-payment.ts';
import { handlePaymentExpire } from './modules/payments/expire-payments.ts';
import { handlePaymentFail } from './modules/payments/fail-payment.ts';
import { handlePaymentLand } from './modules/payments/land-payments.ts';
import { handlePaymentSent } from './modules/payments/mark-payment-sent.ts';
import {
  handlePaymentFindByOrder,
  handlePaymentGet,
  handlePaymentList,
  handlePaymentListWaiting,
} from './modules/payments/read-payments.ts';
import { handlePaymentStart } from './modules/payments/start-payment.ts';
import { handleReadingCorrect } from './modules/readings/correct-reading.ts';
import { handleReadingList } from './modules/readings/list-readings.ts';
import { handleReadingPreview } from './modules/readings/preview-reading.ts';
import { handleReadingSubmit } from './modules/readings/submit-reading.ts';
import { handleSupplierGet } from './modules/supplier/get-supplier.ts';

/** Every function module of the built-in back end with its handler. */
export const allHandlers: readonly ModuleHandler[] = [
  handleSupplierGet,
  handleAccountList,
  handleAccountGet,
  handleCustomInfoGet,
  handleEntityProve,
  handleAccountProve,
  handleEntityAccounts,
  handleBalanceGet,
  handleMeterList,
  handleReadingPreview,
  handleReadingSubmit,
  handleReadingCorrect,
  handleReadingList,
  handleCalculationGet,
  handleConsumptionHistory,
  handleBillList,
  handleBillGet,
  handleBillPdf,
  handleEventRead,
  handleEventConfirm,
  handlePaymentStart,
  handlePaymentSent,
  handlePaymentConfirm,
  handlePaymentFail,
  handlePaymentLand,
  handlePaymentExpire,
  handlePaymentGet,
  handlePaymentList,
  handlePaymentListWaiting,
  handlePaymentFindByOrder,
];
