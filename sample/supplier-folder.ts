import { mkdirSync } from 'node:fs';
import { percentText } from '#domain/feed-in/monthly-act.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { priceToText } from '#domain/price.ts';
import { type BillingPeriod, daysIn, firstDay } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { dayOf, type HouseholdMonth, monthsOf } from '#sample/households/household-history.ts';
import type { CustomerPlan, HouseholdPlan } from '#sample/households/household-plan.ts';
import { meterHistoryOf } from '#sample/households/meter-history.ts';
import type { CsvFile } from './csv-file.ts';
import { writeCompany, writeContractFiles, writeEntity } from './entities/entity-folder.ts';
import type { EntityPlan } from './entities/entity-plan.ts';
import { feedInOf } from './feed-in-history.ts';
import { actPaymentsOf, actsOf, type PaymentRow, paymentsOf } from './payment-history.ts';
import { writeSupplier, writeTariffs } from './supplier-and-tariffs.ts';
import { openSupplierFiles, type SupplierFiles, yesNo } from './supplier-files.ts';

/** The folder of a supplier as in docs/import-format.md, written household by household and entity by entity. */
export interface SupplierFolder {
  addHousehold(plan: HouseholdPlan): void;
  addEntity(plan: EntityPlan): void;
  addSignIn(
    phone: string,
    accountNumbers: readonly string[],
    password: string,
    customerType?: 'person' | 'entity',
  ): void;
  close(): void;
}

export interface SupplierFolderOptions {
  readonly folder: string;
  readonly today: LocalDate;
  /** Closed months with history, oldest first. */
  readonly periods: readonly BillingPeriod[];
  /** Without payments: a smaller folder for load tests. */
  readonly withoutPayments?: boolean;
}

/** Opens a folder; writes supplier and tariffs at once. */
export function openSupplierFolder({
  folder,
  today,
  periods,
  withoutPayments = false,
}: SupplierFolderOptions): SupplierFolder {
  mkdirSync(folder, { recursive: true });
  const files = openSupplierFiles(folder);
  writeSupplier(files['supplier.csv']);
  writeTariffs(files['tariffs.csv'], files['tariff-versions.csv']);
  writeContractFiles(files, periods);
  const customers = new Set<string>();
  function addCustomer(customer: CustomerPlan): void {
    if (customers.has(customer.code)) return;
    customers.add(customer.code);
    writeCustomer(files['customers.csv'], customer);
    writeCompany(files, customer);
  }
  return {
    addHousehold(plan) {
      addCustomer(plan.customer);
      const months = monthsOf(plan, periods);
      writeAccount(files, plan, months);
      writeMeters(files, plan, months);
      if (!withoutPayments) writeMoney(files, plan, months, today);
      writeFeedIn(files['feed-in.csv'], plan, months, today);
    },
    addEntity(plan) {
      addCustomer(plan.customer);
      writeEntity(files, plan, { periods, today, withoutPayments });
    },
    addSignIn: (phone, accountNumbers, password, customerType = 'person') =>
      files['sign-ins.csv'].write(phone, accountNumbers.join(';'), password, customerType),
    close() {
      for (const file of Object.values(files)) file.close();
    },
  };
}

function writeCustomer(
  file: CsvFile,
  { code, surname, name, middleName, companyName = '', taxCode, phone, email }: CustomerPlan,
): void {
  const type = companyName === '' ? 'person' : 'entity';
  file.write(code, type, surname, name, middleName, companyName, taxCode, phone, email);
}

function writeAccount(files: SupplierFiles, plan: HouseholdPlan, months: readonly HouseholdMonth[]): void {
  const { accountNumber, premises } = plan;
  const [first] = months;
  const last = months.at(-1);
  const since =
    plan.connectedMonthsAgo === undefined || first === undefined ? plan.contractDate : firstDay(first.period);
  const endedOn =
    plan.contractEndedMonthsAgo === undefined || last === undefined
      ? ''
      : dayOf(last.period, daysIn(last.period));
  files['accounts.csv'].write(
    accountNumber,
    plan.customer.code,
    plan.objectCode,
    plan.contractNumber,
    since,
    endedOn,
    plan.consumerEic,
    plan.tariffCode,
    plan.billingCondition,
    yesNo(plan.inputBlocked),
    yesNo(plan.feedIn !== undefined),
    moneyToWire(kopiykas(plan.openingKopiykas)),
    since,
  );
  files['premises.csv'].write(
    accountNumber,
    premises.postcode,
    'Тернопільська обл.',
    premises.settlement,
    premises.street,
    premises.building,
    premises.apartment,
    plan.tariffCode === 'householdHeating' ? 'electric' : 'none',
    plan.residentCount,
  );
  for (const { name, phone, role } of plan.responsibles ?? [])
    files['responsibles.csv'].write(accountNumber, name, phone, role, '');
  files['metering-points.csv'].write(
    accountNumber,
    plan.pointEic,
    plan.pointState,
    plan.powerKilowatts,
    yesNo(plan.verificationRequested),
  );
}

function writeMeters(files: SupplierFiles, plan: HouseholdPlan, months: readonly HouseholdMonth[]): void {
  const { accountNumber, pointEic, meter } = plan;
  const history = meterHistoryOf(plan, months);
  for (const { serialNumber, state, installedOn, removedOn } of history.meters) {
    files['meters.csv'].write(
      accountNumber,
      pointEic,
      serialNumber,
      meter.meterType,
      meter.scheme,
      meter.digitCapacity,
      1,
      state,
      installedOn,
      removedOn,
      installedOn,
    );
  }
  for (const { serialNumber, zone, installedValue, removedValue } of history.registers) {
    files['registers.csv'].write(accountNumber, serialNumber, zone, installedValue, removedValue);
  }
  for (const { serialNumber, zone, effectiveDate, value, source, submittedOn } of history.readings) {
    const shown = String(value).padStart(meter.digitCapacity, '0');
    files['readings.csv'].write(accountNumber, serialNumber, zone, effectiveDate, shown, source, submittedOn);
  }
}

function writeMoney(
  files: SupplierFiles,
  plan: HouseholdPlan,
  months: readonly HouseholdMonth[],
  today: LocalDate,
): void {
  const { accountNumber } = plan;
  const writePayment = (payment: PaymentRow, purpose: string) =>
    files['payments.csv'].write(
      payment.reference,
      accountNumber,
      payment.paidOn,
      payment.landedOn,
      moneyToWire(kopiykas(payment.amountKopiykas)),
      purpose,
      payment.actNumber,
      payment.provider,
    );
  for (const { period } of plan.benefit ? months : []) writeBenefit(files['benefits.csv'], plan, period);
  for (const payment of paymentsOf(plan, months, today)) writePayment(payment, 'energy');
  for (const payment of actPaymentsOf(plan, today)) writePayment(payment, 'violationAct');
  for (const act of actsOf(plan, today)) {
    files['violation-acts.csv'].write(
      accountNumber,
      act.number,
      act.drawnOn,
      act.state,
      moneyToWire(kopiykas(act.amountKopiykas)),
      act.energyKwh,
      act.dueOn,
      act.protocolNumber,
      act.clause,
      act.servedOn,
      act.hearingOn,
      act.protocolOn,
      act.periodFrom,
      act.periodTo,
      act.days,
      moneyToWire(kopiykas(act.vatKopiykas)),
      act.paidOn,
    );
  }
}

function writeBenefit(file: CsvFile, { accountNumber, benefit }: HouseholdPlan, period: BillingPeriod): void {
  if (benefit === undefined) return;
  const amount = moneyToWire(kopiykas(benefit.monthlyKopiykas));
  file.write(accountNumber, period, benefit.kind, amount, benefit.title);
}

function writeFeedIn(
  file: CsvFile,
  plan: HouseholdPlan,
  months: readonly HouseholdMonth[],
  today: LocalDate,
): void {
  for (const row of feedInOf(plan, months, today)) {
    file.write(
      plan.accountNumber,
      row.period,
      row.actNumber,
      row.drawnOn,
      plan.meter.serialNumber,
      String(row.openingValue).padStart(plan.meter.digitCapacity, '0'),
      String(row.closingValue).padStart(plan.meter.digitCapacity, '0'),
      row.generatedKwh,
      row.exportedKwh,
      row.consumedKwh,
      priceToText(row.price),
      moneyToWire(row.amount),
      percentText(row.rates.incomeTaxPermille),
      moneyToWire(row.incomeTax),
      percentText(row.rates.militaryLevyPermille),
      moneyToWire(row.militaryLevy),
      moneyToWire(row.paid),
      row.paidOn,
      plan.feedIn?.iban ?? '',
    );
  }
}
