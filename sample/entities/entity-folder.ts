import type { LossRule } from '#domain/invoices/losses.ts';
import { moneyToWire, zeroMoney } from '#domain/money.ts';
import { priceToText } from '#domain/price.ts';
import { addMonths, type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { dayOf } from '#sample/households/household-history.ts';
import type { CustomerPlan } from '#sample/households/household-plan.ts';
import { type SupplierFiles, yesNo } from '#sample/supplier-files.ts';
import { companyPlans } from './company-plans.ts';
import { declaredVolumes } from './declared-volumes.ts';
import { type PointHistory, pointHistoriesOf } from './entity-history.ts';
import { entityPaymentsOf, reactivePaymentsOf } from './entity-money.ts';
import { taxInvoicesOf, violationActFields } from './entity-papers.ts';
import type { EntityPlan, PointPlan } from './entity-plan.ts';
import { sampleComponents, sampleOperators, sampleRates } from './entity-prices.ts';
import { hourlyRowsOf } from './hourly-rows.ts';

/** Operators, prices and rates, which no account owns. */
export function writeContractFiles(files: SupplierFiles, periods: readonly BillingPeriod[]): void {
  for (const { code, name, edrpou, iban, bankName, phone } of sampleOperators)
    files['distribution-operators.csv'].write(code, name, edrpou, iban, bankName, phone);
  for (const { kind, subject, voltageClass, validFrom, validTo, price, source } of sampleComponents(periods))
    files['price-components.csv'].write(
      kind,
      subject,
      voltageClass,
      validFrom,
      validTo ?? '',
      priceToText(price),
      source,
    );
  for (const { kind, validFrom, value, source } of sampleRates(periods))
    files['economic-rates.csv'].write(kind, validFrom, value, source);
}

interface EntityFolderOptions {
  readonly periods: readonly BillingPeriod[];
  readonly today: LocalDate;
  readonly withoutPayments: boolean;
}

/** Tariff of the account itself; its contract decides what is charged. */
const TARIFF = 'business';

/** Writes an account with its contract, points, history and payments; the customer is written by the caller. */
export function writeEntity(
  files: SupplierFiles,
  plan: EntityPlan,
  { periods, today, withoutPayments }: EntityFolderOptions,
): void {
  const histories = pointHistoriesOf(plan, periods);
  writeAccount(files, plan);
  writeContract(files, plan);
  for (const history of histories) {
    writePoint(files, plan, history.point);
    writeMeters(files, plan, history);
    for (const { day, hours } of hourlyRowsOf(history.point, today))
      files['hourly-values.csv'].write(
        plan.accountNumber,
        history.point.eicCode,
        day,
        'import',
        hours.join(';'),
      );
  }
  writeCorrections(files, plan, periods);
  writeVolumes(files, plan, today);
  if (withoutPayments) return;
  const components = sampleComponents(periods);
  for (const payment of entityPaymentsOf(plan, histories, components, periods, today)) {
    const { reference, paidOn, landedOn, amount } = payment;
    const sum = moneyToWire(amount);
    files['payments.csv'].write(reference, plan.accountNumber, paidOn, landedOn, sum, 'energy', '', 'bank');
  }
  for (const { reference, paidOn, amount } of reactivePaymentsOf(plan, histories, components, periods, today))
    files['reactive-payments.csv'].write(plan.accountNumber, reference, paidOn, moneyToWire(amount));
  for (const row of taxInvoicesOf(plan, histories, components, periods, today))
    files['tax-invoices.csv'].write(
      plan.accountNumber,
      row.issuedOn,
      row.number,
      row.period,
      row.kind,
      row.adjusts?.number ?? '',
      row.adjusts?.issuedOn ?? '',
      row.reason,
      row.kwh,
      moneyToWire(row.net),
      moneyToWire(row.vat),
      row.registration,
      row.registrationNumber,
      row.registeredOn,
    );
  for (const act of plan.violationActs)
    files['violation-acts.csv'].write(plan.accountNumber, ...violationActFields(act, today));
}

function writeAccount(files: SupplierFiles, plan: EntityPlan): void {
  const { accountNumber, premises, contractDate } = plan;
  files['accounts.csv'].write(
    accountNumber,
    plan.customer.code,
    plan.objectCode,
    plan.contractNumber,
    contractDate,
    '',
    plan.consumerEic,
    TARIFF,
    'normal',
    'no',
    'no',
    moneyToWire(zeroMoney),
    contractDate,
  );
  files['premises.csv'].write(
    accountNumber,
    premises.postcode,
    'Тернопільська обл.',
    premises.settlement,
    premises.street,
    premises.building,
    premises.apartment,
    'none',
    1,
  );
}

const hundredths = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
const thousandths = (value: number) => `${Math.floor(value / 1000)}.${String(value % 1000).padStart(3, '0')}`;

function writeContract(files: SupplierFiles, plan: EntityPlan): void {
  const { contract, late, volumes } = plan;
  files['entity-contracts.csv'].write(
    plan.accountNumber,
    plan.contractDate,
    plan.contractNumber,
    plan.contractDate,
    '',
    contract.priceKind,
    contract.operatorCode,
    contract.offerCode,
    contract.fixedPrice === null ? '' : priceToText(contract.fixedPrice),
    yesNo(contract.withTransmission),
    yesNo(contract.withDistribution),
    yesNo(contract.isOnePrice),
    contract.paymentForm,
    contract.plannedParts.map(({ day, percent }) => `${day}=${percent}`).join(';'),
    contract.dueDay ?? '',
    contract.dueWorkingDays,
    contract.rounding,
    contract.documentExchange,
    hundredths(late.percentHundredths),
    late.penaltyRateTimes,
    volumes.rule,
    volumes.day,
    volumes.tolerancePercent,
    plan.silentAcceptanceDays ?? '',
  );
}

/** loss_mode, loss_percent, loss_fixed_kwh, loss_transformer, loss_line */
function lossFields(loss: LossRule): [string, string, string | number, string, string] {
  switch (loss.mode) {
    case 'none':
      return ['none', '', '', '', ''];
    case 'percent':
      return ['percent', thousandths(loss.thousandths), '', '', ''];
    case 'fixed':
      return ['fixed', '', loss.kwh, '', ''];
    case 'formula': {
      const { transformer: t, line } = loss;
      return [
        'formula',
        '',
        '',
        t
          ? `rated_kva=${t.ratedKva};no_load_kw=${t.noLoadKw};load_kw=${t.loadKw};form_factor=${t.formFactor}`
          : '',
        line
          ? `resistance_ohm=${line.resistanceOhm};voltage_kv=${line.voltageKv};form_factor=${line.formFactor}`
          : '',
      ];
    }
  }
}

function writePoint(files: SupplierFiles, plan: EntityPlan, point: PointPlan): void {
  const { accountNumber, contractDate } = plan;
  files['metering-points.csv'].write(
    accountNumber,
    point.eicCode,
    point.pointState,
    point.powerKilowatts,
    'no',
  );
  const equivalent = point.reactive?.equivalentMicro;
  files['contract-points.csv'].write(
    accountNumber,
    point.eicCode,
    contractDate,
    point.objectName,
    point.address,
    point.costCentre,
    point.voltageClass,
    yesNo(point.isGroupA),
    ...lossFields(point.loss),
    equivalent === undefined ? '' : (equivalent / 1_000_000).toFixed(6),
  );
  if (point.subConsumer === undefined) return;
  const { mainEic, name, isBilled } = point.subConsumer;
  files['sub-consumers.csv'].write(
    accountNumber,
    point.eicCode,
    mainEic,
    contractDate,
    '',
    name,
    yesNo(isBilled),
  );
}

function writeMeters(files: SupplierFiles, { accountNumber }: EntityPlan, history: PointHistory): void {
  const { meterType, digitCapacity } = history.point.meter;
  const shown = (value: number) => String(value).padStart(digitCapacity, '0');
  for (const meter of history.meters) {
    files['meters.csv'].write(
      accountNumber,
      history.point.eicCode,
      meter.serialNumber,
      meterType,
      'single',
      digitCapacity,
      meter.coefficient,
      meter.state,
      meter.installedOn,
      meter.removedOn,
      meter.installedOn,
    );
    files['registers.csv'].write(
      accountNumber,
      meter.serialNumber,
      'single',
      meter.installedValue,
      meter.removedValue,
    );
  }
  for (const { serialNumber, effectiveDate, value, source, submittedOn } of history.readings)
    files['readings.csv'].write(
      accountNumber,
      serialNumber,
      'single',
      effectiveDate,
      shown(value),
      source,
      submittedOn,
    );
  for (const { serialNumber, channel, installedValue, readings } of history.channels) {
    files['meter-channels.csv'].write(accountNumber, serialNumber, channel, installedValue, '');
    for (const { period, value } of readings)
      files['channel-readings.csv'].write(
        accountNumber,
        serialNumber,
        channel,
        period,
        shown(value),
        'customer',
        '',
      );
  }
}

/** The operator tells of a month in the middle of the next one. */
const CORRECTION_DAY = 20;

function writeCorrections(
  files: SupplierFiles,
  { accountNumber, corrections }: EntityPlan,
  periods: readonly BillingPeriod[],
): void {
  for (const { eicCode, monthsAgo, kwh, document } of corrections) {
    const period = periods.at(-monthsAgo);
    if (period === undefined) continue;
    const recordedOn = dayOf(addMonths(period, 1), CORRECTION_DAY);
    files['volume-corrections.csv'].write(accountNumber, eicCode, period, document, kwh, recordedOn);
  }
}

/** Writes who signs for the company of a customer, when that is known. */
export function writeCompany(files: SupplierFiles, { code }: CustomerPlan): void {
  for (const company of companyPlans.filter(({ customer }) => customer.code === code))
    files['company-information.csv'].write(
      company.customer.code,
      company.vatNumber,
      company.legalAddress,
      company.postalAddress,
      company.bankName,
      company.iban,
      company.signerName,
      company.signerPost,
      company.signerGround,
    );
}

/** Contracted volumes, and corrections that were applied. */
function writeVolumes(files: SupplierFiles, plan: EntityPlan, today: LocalDate): void {
  for (const { eicCode, period, contractedKwh, correctedKwh } of declaredVolumes(plan, today)) {
    const row = [plan.accountNumber, eicCode, period] as const;
    const annex = `Додаток 1 до договору ${plan.contractNumber}, ${period.slice(0, 4)} рік`;
    files['contract-volumes.csv'].write(...row, annex, contractedKwh, '');
    if (correctedKwh === undefined) continue;
    const appliedOn = firstDay(addMonths(period, -1));
    const document = `Заява про коригування обсягів № ${period.slice(5)}-К`;
    files['contract-volumes.csv'].write(...row, document, correctedKwh, appliedOn);
  }
}
