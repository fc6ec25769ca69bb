import type { ChangeProblemCode } from '#billing/modules/master-data/public.ts';

/** What can be wrong in a folder of a supplier. The words for it live with the command that shows them. */
export type ProblemCode =
  | 'file.missing'
  | 'file.empty'
  | 'file.encoding'
  | 'file.kind'
  | 'file.separator'
  | 'file.missingColumn'
  | 'file.unknownColumn'
  | 'file.repeatedColumn'
  | 'file.quotes'
  | 'row.columnCount'
  | 'row.tooLong'
  | 'value.required'
  | 'value.tooLong'
  | 'value.date'
  | 'value.integer'
  | 'value.power'
  | 'value.money'
  | 'value.choice'
  | 'value.yesNo'
  | 'value.accountNumber'
  | 'value.objectCode'
  | 'value.eic'
  | 'value.iban'
  | 'value.edrpou'
  | 'value.rnokpp'
  | 'value.phone'
  | 'value.email'
  | 'value.dial'
  | 'value.registers'
  | 'value.meterValues'
  | 'value.rules'
  | 'value.fuelMix'
  | 'value.period'
  | 'value.price'
  | 'value.percent'
  | 'value.tariffRule'
  | 'value.decimal'
  | 'value.plan'
  | 'value.losses'
  | 'value.hours'
  | 'volume.twice'
  | 'value.correction'
  | 'value.kwh'
  | 'value.notWanted'
  | 'value.password'
  | 'dates.order'
  | 'dates.future'
  | 'key.repeated'
  | 'reference.unknown'
  | 'supplier.count'
  | 'supplier.sample'
  | 'account.digits'
  | 'account.noPremises'
  | 'signIn.notOfEntity'
  | 'signIn.accountTaken'
  | 'tariff.noVersions'
  | 'tariff.historyUncovered'
  | 'tariffVersion.gap'
  | 'tariffVersion.overlap'
  | 'tariffVersion.closedMonth'
  | 'meter.registerMissing'
  | 'register.zone'
  | 'register.noOpening'
  | 'dial.tooHigh'
  | 'reading.beforeInstallation'
  | 'reading.afterRemoval'
  | 'reading.dayTwice'
  | 'reading.lower'
  | 'reading.abovePower'
  | 'payment.beforeHistory'
  | 'benefit.beforeHistory'
  | 'correction.beforeOpening'
  | 'row.changed'
  | 'row.differs'
  | 'change.empty'
  | ChangeProblemCode
  | 'contract.notOfEntity'
  | 'contract.priceMissing'
  | 'contract.pointMissing'
  | 'contract.closedMonth'
  | 'point.noContract'
  | 'subConsumer.cycle'
  | 'subConsumer.overlap'
  | 'hours.count'
  | 'price.monthBegin'
  | 'price.overlap'
  | 'taxInvoice.vat'
  | 'value.instant'
  | 'value.id'
  | 'value.energy'
  | 'books.sum'
  | 'books.noPeriods'
  | 'feedIn.sum'
  | 'feedIn.moreThanGenerated'
  | 'feedIn.notSelling';

/** One problem with its place: a line of a file (the header is line 1) and a column; null where it is the whole of it. */
export interface ImportProblem {
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly code: ProblemCode;
  /** What stands there, shortened. */
  readonly value: string;
}

/** So many are listed; the rest are only counted. */
export const listedProblems = 1000;
const LONGEST_SHOWN_VALUE = 80;

/** Gathers problems: keeps the first thousand, counts all. */
export class ProblemCollector {
  readonly list: ImportProblem[] = [];
  total = 0;

  add(problem: ImportProblem): void {
    this.total += 1;
    if (this.list.length >= listedProblems) return;
    const value = problem.value.slice(0, LONGEST_SHOWN_VALUE);
    this.list.push({ ...problem, value });
  }

  /** Counts problems that are not listed any more. */
  addUnlisted(count: number): void {
    this.total += count;
  }

  get room(): number {
    return listedProblems - this.list.length;
  }
}

/** What can be wrong with an archive of the files of a folder. */
export type ArchiveProblemCode =
  | 'zip.broken'
  | 'zip.encrypted'
  | 'zip.tooMany'
  | 'zip.tooLarge'
  | 'zip.repeatedName'
  | 'zip.noFiles';

/** A problem as a run keeps it: of the files, or of the archive that they came in. */
export type FoundProblem = Omit<ImportProblem, 'code'> & { readonly code: ProblemCode | ArchiveProblemCode };
