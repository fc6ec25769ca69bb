import type { ModuleHandler } from './module-handler.ts';
import { handleAccountList } from './modules/accounts/list-accounts.ts';
import {
  handleStatementAssign,
  handleStatementForeign,
  handleStatementUndo,
} from './modules/bank-statements/decide-row.ts';
import { handleStatementBook, handleStatementDrop } from './modules/bank-statements/decide-statement.ts';
import { handleStatementMatchRow } from './modules/bank-statements/land-order.ts';
import {
  handleStatementFormats,
  handleStatementGet,
  handleStatementList,
  handleStatementRows,
} from './modules/bank-statements/read-statements.ts';
import { handleStatementAddPart, handleStatementOpen } from './modules/bank-statements/receive-statement.ts';
import { handleBillExplain } from './modules/bills/explain-bill.ts';
import { handleBillPdf } from './modules/bills/make-bill-pdf.ts';
import { handleBillGet, handleBillList } from './modules/bills/read-bills.ts';
import { handleRecalculationBook } from './modules/charges/book-recalculations.ts';
import { handleCalculationGet } from './modules/charges/get-calculation.ts';
import { handlePeriodClosingState } from './modules/charges/read-closing-state.ts';
import { handleAccountAccessGet } from './modules/customers/get-access.ts';
import { handleEntityAccounts } from './modules/customers/list-entity-accounts.ts';
import { handleAccountProve } from './modules/customers/prove-account.ts';
import { handleEntityProve } from './modules/customers/prove-entity.ts';
import { handleAccountCodeRenew, handleAccountCodesRenew } from './modules/customers/renew-object-code.ts';
import { handleUsageIntervals } from './modules/data-export/list-intervals.ts';
import { handleEventConfirm } from './modules/events/confirm-events.ts';
import { handleEventRead } from './modules/events/read-events.ts';
import { handleFeedInList } from './modules/feed-in/list-feed-in.ts';
import { handleFeedInActPdf } from './modules/feed-in/make-act-pdf.ts';
import { handleLedgerClock } from './modules/ledger/booking-clock.ts';
import { handleLedgerCheck } from './modules/ledger/check-next-piece.ts';
import {
  handleLedgerCorrect,
  handleLedgerCorrectionDecide,
  handleLedgerCorrectionsWaiting,
} from './modules/ledger/correct-ledger.ts';
import { handleLedgerList } from './modules/ledger/list-entries.ts';
import { handleMasterDataChange } from './modules/master-data/change-master-data.ts';
import { handleMasterDataChanges } from './modules/master-data/list-changes.ts';
import { handleReminderFacts } from './modules/notifications/read-reminder-facts.ts';
import { handleAccountGet } from './modules/overview/get-account.ts';
import { handleBalanceGet, handleDueList } from './modules/overview/get-balance.ts';
import { handleConsumptionHistory } from './modules/overview/get-consumption-history.ts';
import { handleCustomInfoGet } from './modules/overview/get-custom-info.ts';
import { handlePaymentRefundAsk, handlePaymentRefundSettle } from './modules/payments/ask-refund.ts';
import { handlePaymentExpire } from './modules/payments/expire-payments.ts';
import { handlePaymentFind } from './modules/payments/find-payments.ts';
import { handlePaymentLand } from './modules/payments/land-payments.ts';
import { handlePaymentReceiptPdf } from './modules/payments/make-receipt-pdf.ts';
import { handlePaymentSent } from './modules/payments/mark-payment-sent.ts';
import { handlePaymentPickQueries } from './modules/payments/pick-queries.ts';
import {
  handlePaymentConfirm,
  handlePaymentFail,
  handlePaymentReturn,
} from './modules/payments/provider-status-modules.ts';
import { handlePaymentOptions } from './modules/payments/read-options.ts';
import {
  handlePaymentFindByOrder,
  handlePaymentGet,
  handlePaymentList,
} from './modules/payments/read-payments.ts';
import { handlePaymentStart } from './modules/payments/start-payment.ts';
import { handleReadingCorrect } from './modules/readings/correct-reading.ts';
import { handleReadingFindPhotos } from './modules/readings/find-photos.ts';
import { handleMeterList, handleReadingAskList } from './modules/readings/list-meters.ts';
import { handleReadingList } from './modules/readings/list-readings.ts';
import { handleReadingReceiptPdf } from './modules/readings/make-receipt-pdf.ts';
import { handleReadingPreview } from './modules/readings/preview-reading.ts';
import { handleReadingSubmit } from './modules/readings/submit-reading.ts';
import {
  handleReconciliationGet,
  handleReconciliationMonths,
} from './modules/reconciliation-acts/get-reconciliation.ts';
import { handleReconciliationPdf } from './modules/reconciliation-acts/make-reconciliation-pdf.ts';
import { handleSubscriberBookGet, handleSubscriberBookPdf } from './modules/subscriber-book/read-book.ts';
import { handleSupplierGet } from './modules/supplier/get-supplier.ts';
import { handleTariffHistory } from './modules/tariffs/get-tariff-history.ts';
import { handleActList } from './modules/violation-acts/list-acts.ts';
import { handleActPdf } from './modules/violation-acts/make-act-pdf.ts';

/** Handlers of all function modules of the built-in back end. */
export const allHandlers: readonly ModuleHandler[] = [
  handleSupplierGet,
  handleAccountList,
  handleAccountGet,
  handleCustomInfoGet,
  handleEntityProve,
  handleAccountProve,
  handleAccountAccessGet,
  handleAccountCodeRenew,
  handleAccountCodesRenew,
  handleEntityAccounts,
  handleBalanceGet,
  handleDueList,
  handleLedgerCheck,
  handleLedgerClock,
  handleMeterList,
  handleReadingAskList,
  handleReadingPreview,
  handleReadingSubmit,
  handleReadingCorrect,
  handleReadingReceiptPdf,
  handleReadingFindPhotos,
  handleReadingList,
  handleCalculationGet,
  handleRecalculationBook,
  handlePeriodClosingState,
  handleLedgerList,
  handleMasterDataChange,
  handleMasterDataChanges,
  handleLedgerCorrect,
  handleLedgerCorrectionDecide,
  handleLedgerCorrectionsWaiting,
  handleConsumptionHistory,
  handleBillList,
  handleBillGet,
  handleBillPdf,
  handleSubscriberBookGet,
  handleSubscriberBookPdf,
  handleBillExplain,
  handleReconciliationMonths,
  handleReconciliationGet,
  handleReconciliationPdf,
  handleActList,
  handleActPdf,
  handleFeedInList,
  handleFeedInActPdf,
  handleEventRead,
  handleEventConfirm,
  handleReminderFacts,
  handlePaymentStart,
  handlePaymentSent,
  handlePaymentConfirm,
  handlePaymentFail,
  handlePaymentReturn,
  handlePaymentRefundAsk,
  handlePaymentRefundSettle,
  handlePaymentLand,
  handlePaymentExpire,
  handlePaymentGet,
  handlePaymentList,
  handlePaymentPickQueries,
  handlePaymentFind,
  handlePaymentFindByOrder,
  handlePaymentOptions,
  handlePaymentReceiptPdf,
  handleStatementFormats,
  handleStatementOpen,
  handleStatementAddPart,
  handleStatementBook,
  handleStatementDrop,
  handleStatementList,
  handleStatementGet,
  handleStatementRows,
  handleStatementAssign,
  handleStatementMatchRow,
  handleStatementForeign,
  handleStatementUndo,
  handleTariffHistory,
  handleUsageIntervals,
];
