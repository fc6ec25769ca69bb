import { handleAccountList } from '#billing/modules/accounts/account-store.ts';
import {
  handleStatementAssign,
  handleStatementForeign,
  handleStatementReverse,
  handleStatementUndo,
} from '#billing/modules/bank-statements/rows/decide-row.ts';
import { handleBillPdf } from '#billing/modules/bills/bill-modules.ts';
import { handlePeriodClosingState } from '#billing/modules/charges/closing/period-progress-store.ts';
import {
  handleClosingExceptionList,
  handleClosingRunAct,
  handleClosingRunList,
  handleClosingRunStart,
} from '#billing/modules/charges/runs/run-modules.ts';
import { handleTariffPlanStep, handleTariffTrial } from '#billing/modules/charges/tariff-plans/step-plan.ts';
import { handleAuditFind, handleAuditRead, handleAuditSeal } from '#billing/modules/events/audit-chain.ts';
import { handleEventConfirm, handleEventRead } from '#billing/modules/events/event-store.ts';
import { handleFeedInActPdf, handleFeedInList } from '#billing/modules/feed-in/feed-in-modules.ts';
import { handlePaymentReceiptPdf } from '#billing/modules/payments/payment-modules.ts';
import { handleTariffList, handleTariffPlan } from '#billing/modules/tariffs/plan-modules.ts';
import { handleTariffHistory } from '#billing/modules/tariffs/tariff-modules.ts';
import { handleActList, handleActPdf } from '#billing/modules/violation-acts/act-modules.ts';
import {
  handleActManagedGet,
  handleActManagedList,
} from '#billing/modules/violation-acts/staff/read-acts.ts';
import { handleActConfirm } from '#billing/modules/violation-acts/staff/take-effect.ts';
import {
  handleActCancel,
  handleActDecide,
  handleActDraw,
  handleActInstalments,
  handleActInvite,
} from '#billing/modules/violation-acts/staff/take-steps.ts';
import type { ModuleHandler } from './module-handler.ts';
import { handleStatementMatchRow } from './modules/bank-statements/land-order.ts';
import {
  handleStatementAddPart,
  handleStatementBook,
  handleStatementDrop,
  handleStatementFormats,
  handleStatementGet,
  handleStatementList,
  handleStatementOpen,
  handleStatementRows,
} from './modules/bank-statements/statement-modules.ts';
import { handleBillGet, handleBillList } from './modules/bills/bill-modules.ts';
import { handleBillExplain } from './modules/bills/explain-bill.ts';
import { handleBenefitAdd, handleBenefitList, handleBenefitRemove } from './modules/charges/benefits.ts';
import { handleRecalculationBook } from './modules/charges/book-recalculations.ts';
import { handleReportEstimatedReadings } from './modules/charges/consumption/count-consumption.ts';
import { handleCalculationGet } from './modules/charges/get-calculation.ts';
import {
  handleContractGet,
  handleContractPoints,
  handleDistributionOperatorGet,
  handlePointAccountFind,
  handlePointAccounts,
} from './modules/contracts/contract-reads.ts';
import {
  handleAccountAccessGet,
  handleAccountCodeRenew,
  handleAccountCodesRenew,
  handleAccountProve,
  handleEntityAccounts,
  handleEntityProve,
} from './modules/customers/customer-modules.ts';
import { handleUsageIntervals } from './modules/data-export/list-intervals.ts';
import {
  handleImportAct,
  handleImportAddPart,
  handleImportGet,
  handleImportList,
  handleImportOpen,
  handleImportProblems,
} from './modules/import/import-modules.ts';
import {
  handleInvoiceActsToSign,
  handleInvoiceGet,
  handleInvoiceList,
  handleInvoicePdf,
} from './modules/invoices/invoice-modules.ts';
import {
  handleLedgerCorrect,
  handleLedgerCorrectionDecide,
  handleLedgerCorrectionsWaiting,
} from './modules/ledger/correct-ledger.ts';
import { handleLedgerCheck, handleLedgerList } from './modules/ledger/ledger-modules.ts';
import { handleLedgerClock } from './modules/ledger/posting-period.ts';
import { handleDebtUpdate } from './modules/ledger/reports/debt-months.ts';
import { handleReportDebtors } from './modules/ledger/reports/debtors.ts';
import { handleReportMoney } from './modules/ledger/reports/money.ts';
import {
  handleMasterDataChange,
  handleMasterDataChanges,
} from './modules/master-data/master-data-modules.ts';
import { handleResponsibleChange } from './modules/master-data/responsible-persons.ts';
import { handleReminderFacts } from './modules/notifications/read-reminder-facts.ts';
import {
  handleRecipientChoices,
  handleRecipientCount,
  handleRecipientList,
} from './modules/notifications/select-recipients.ts';
import { handleReportCountsAddUp } from './modules/overview/add-up-counts.ts';
import { handleAccountCount } from './modules/overview/count-accounts.ts';
import { handleEntityBalance } from './modules/overview/entity-balance.ts';
import { handleEntityConsumption } from './modules/overview/entity-consumption.ts';
import { handleEntityOverview } from './modules/overview/entity-overview.ts';
import { handleProgressList } from './modules/overview/list-progress.ts';
import {
  handleAccountGet,
  handleBalanceGet,
  handleConsumptionHistory,
  handleCustomInfoGet,
  handleDueList,
} from './modules/overview/overview-modules.ts';
import { handlePriceHistory } from './modules/overview/price-history.ts';
import { handlePaymentRefundAsk, handlePaymentRefundSettle } from './modules/payments/ask-refund.ts';
import {
  handlePaymentExpire,
  handlePaymentFind,
  handlePaymentLand,
  handlePaymentOptions,
  handlePaymentSent,
} from './modules/payments/payment-modules.ts';
import { handlePaymentPickQueries } from './modules/payments/pick-queries.ts';
import {
  handlePaymentConfirm,
  handlePaymentFail,
  handlePaymentReturn,
} from './modules/payments/provider-status-modules.ts';
import {
  handlePaymentFindByOrder,
  handlePaymentGet,
  handlePaymentList,
} from './modules/payments/read-payments.ts';
import { handlePaymentStart } from './modules/payments/start-payment.ts';
import { handleReportReadingsInWindow } from './modules/readings/counts/readings-in-window.ts';
import { handleMeterList, handleReadingAskList } from './modules/readings/list-meters.ts';
import { handleReadingReceiptPdf } from './modules/readings/make-receipt-pdf.ts';
import { handleMeterHistory } from './modules/readings/meter-history.ts';
import { handleReadingPoints } from './modules/readings/points/list-points.ts';
import {
  handleReadingPointsPdf,
  handleReadingPointsReport,
} from './modules/readings/points/report-points.ts';
import {
  handleReadingCheckPoints,
  handleReadingSubmitPoints,
} from './modules/readings/points/submit-points.ts';
import {
  handleReadingCorrect,
  handleReadingFindPhotos,
  handleReadingList,
  handleReadingPreview,
  handleReadingSubmit,
} from './modules/readings/reading-modules.ts';
import { handleReadingReviewDecide } from './modules/readings/review/decide-review.ts';
import {
  handleReadingReviewCount,
  handleReadingReviewGet,
  handleReadingReviewList,
  handleReadingReviewPhoto,
} from './modules/readings/review/review-modules.ts';
import { handleEntityActGet, handleEntityActPdf } from './modules/reconciliation-acts/entity-act.ts';
import {
  handleReconciliationGet,
  handleReconciliationMonths,
} from './modules/reconciliation-acts/get-reconciliation.ts';
import { handleReconciliationPdf } from './modules/reconciliation-acts/make-reconciliation-pdf.ts';
import { handleRulePreview } from './modules/rules/preview-rules.ts';
import { handleRuleChange, handleRuleList, handleRuleUndo } from './modules/rules/rule-modules.ts';
import { handleFindSubjects } from './modules/search/find-subjects.ts';
import {
  handleCompensationBook,
  handleCompensationClasses,
} from './modules/service-terms/compensation-modules.ts';
import { handleSubscriberBookGet, handleSubscriberBookPdf } from './modules/subscriber-book/read-book.ts';
import {
  handleSupplierChange,
  handleSupplierDecide,
  handleSupplierPropose,
  handleSupplierRead,
} from './modules/supplier/change-supplier.ts';
import { handleSupplierGet } from './modules/supplier/supplier-store.ts';
import { handleTaxInvoiceFile, handleTaxInvoiceList } from './modules/tax-invoices/tax-invoice-modules.ts';
import {
  handleVolumeDraftSave,
  handleVolumeRequestGet,
  handleVolumeRequestList,
  handleVolumeRequestMove,
  handleVolumeRequestsWaiting,
} from './modules/volumes/request-modules.ts';
import {
  handleVolumeDeclined,
  handleVolumeList,
  handleVolumeNear,
  handleVolumeSheet,
  handleVolumeYear,
} from './modules/volumes/volume-modules.ts';

/** Handlers of all function modules of the built-in back end. */
export const allHandlers: readonly ModuleHandler[] = [
  handleSupplierGet,
  handleSupplierRead,
  handleSupplierChange,
  handleSupplierPropose,
  handleSupplierDecide,
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
  handleEntityBalance,
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
  handleReadingReviewList,
  handleReadingReviewCount,
  handleReadingReviewGet,
  handleReadingReviewDecide,
  handleReadingReviewPhoto,
  handleReadingPoints,
  handleReadingPointsReport,
  handleReadingPointsPdf,
  handleReadingCheckPoints,
  handleReadingSubmitPoints,
  handleCalculationGet,
  handleRecalculationBook,
  handleBenefitList,
  handleBenefitAdd,
  handleBenefitRemove,
  handlePeriodClosingState,
  handleClosingRunList,
  handleClosingRunStart,
  handleClosingRunAct,
  handleClosingExceptionList,
  handleAccountCount,
  handleProgressList,
  handleLedgerList,
  handleMasterDataChange,
  handleMasterDataChanges,
  handleResponsibleChange,
  handleCompensationBook,
  handleCompensationClasses,
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
  handleInvoiceActsToSign,
  handleInvoiceList,
  handleInvoiceGet,
  handleInvoicePdf,
  handleTaxInvoiceList,
  handleTaxInvoiceFile,
  handleEntityActGet,
  handleEntityActPdf,
  handleReconciliationMonths,
  handleReconciliationGet,
  handleReconciliationPdf,
  handleActList,
  handleActPdf,
  handleActManagedList,
  handleActManagedGet,
  handleActDraw,
  handleActInvite,
  handleActDecide,
  handleActInstalments,
  handleActCancel,
  handleActConfirm,
  handleFeedInList,
  handleFeedInActPdf,
  handleEventRead,
  handleEventConfirm,
  handleAuditSeal,
  handleAuditFind,
  handleAuditRead,
  handleReminderFacts,
  handleRecipientList,
  handleRecipientCount,
  handleRecipientChoices,
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
  handleImportAct,
  handleImportAddPart,
  handleImportGet,
  handleImportList,
  handleImportOpen,
  handleImportProblems,
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
  handleStatementReverse,
  handleStatementUndo,
  handleTariffHistory,
  handleTariffList,
  handleTariffPlan,
  handleTariffPlanStep,
  handleTariffTrial,
  handleUsageIntervals,
  handleContractGet,
  handleContractPoints,
  handleEntityConsumption,
  handleDistributionOperatorGet,
  handlePointAccountFind,
  handlePointAccounts,
  handleEntityOverview,
  handlePriceHistory,
  handleMeterHistory,
  handleVolumeYear,
  handleVolumeList,
  handleVolumeSheet,
  handleVolumeDeclined,
  handleVolumeNear,
  handleVolumeDraftSave,
  handleVolumeRequestMove,
  handleVolumeRequestList,
  handleVolumeRequestGet,
  handleVolumeRequestsWaiting,
  handleReportReadingsInWindow,
  handleReportMoney,
  handleReportEstimatedReadings,
  handleReportDebtors,
  handleDebtUpdate,
  handleReportCountsAddUp,
  handleRuleList,
  handleRulePreview,
  handleRuleChange,
  handleRuleUndo,
  handleFindSubjects,
];
