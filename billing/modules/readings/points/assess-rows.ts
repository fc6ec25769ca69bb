import type { ModuleResult } from '#billing/api/define-module.ts';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { conditionRefusal } from '#billing/modules/charges/public.ts';
import { cachedTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import type { ReadingOutcomeData } from '#contract/values/outcome.ts';
import type { AssessedRow, ReadingChannel, SubmittedRow } from '#contract/values/reading-points.ts';
import { moneyToWire } from '#domain/money.ts';
import { blockingParams, blockingState } from '#domain/readings/blocking-state.ts';
import { consumptionBetween } from '#domain/readings/consumption-between.ts';
import type { MeterFacts } from '#domain/readings/meter-facts.ts';
import { comparedWith } from '#domain/readings/operator-check.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import { digitCapacityParams, isUntouched, parseReadingValue } from '#domain/readings/reading-value.ts';
import { acceptedParams, windowParams } from '#domain/readings/submission-window.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { assessSubmission, type Verdict } from '../assess-submission.ts';
import { sumOfReading } from '../assessment-queue.ts';
import { valuesOfDay } from '../current-reading.ts';
import { type AccountFacts, limitToPoints, type MeterRecord } from '../facts/account-facts.ts';
import { loadReadingFacts } from '../facts/reading-facts.ts';
import type { ReadingToStore, Submission } from '../submission.ts';
import { type ChannelFacts, type ChannelsByMeter, loadChannels, previousDateOf } from './point-store.ts';

/** A row with its outcome and the reading to store; undefined: nothing is stored. */
export interface RowVerdict {
  readonly submission: Submission;
  readonly row: AssessedRow;
  readonly reading: ReadingToStore | undefined;
}

type AssessedChannel = AssessedRow['channels'][number];

/** Facts for the rows of one account. */
interface RowFacts {
  readonly account: AccountFacts;
  readonly meters: ReadonlyMap<string, MeterRecord>;
  readonly channels: ChannelsByMeter;
  /** Tariffs by which a reading is priced; undefined: by a contract, or not at all. */
  readonly versions: readonly TariffVersion[] | undefined;
  readonly rules: ReadingRules;
  readonly now: Instant;
}

/**
 * Assesses the rows of an account by the rules of single readings, by a fixed number of statements whatever the number of rows.
 * Undefined: no such account.
 */
export async function assessRows(
  db: BillingDatabase,
  {
    accountNumber,
    points,
  }: { readonly accountNumber: string; readonly points?: readonly string[] | undefined },
  items: readonly { readonly row: SubmittedRow; readonly submission: Submission }[],
  now: Instant,
): Promise<readonly RowVerdict[] | undefined> {
  const { accounts, rules } = await loadReadingFacts(db, [accountNumber], now);
  const [found] = accounts;
  if (found === undefined) return undefined;
  const account = limitToPoints(found, points);
  const hasChannels = items.some(({ row }) => row.channels !== undefined);
  const [channels, tariffs] = await Promise.all([
    hasChannels ? loadChannels(db, accountNumber, account.placement.period) : new Map(),
    cachedTariffs(db),
  ]);
  const isPriced =
    account.withoutMeter.customerType === 'person' && conditionRefusal(account.condition) === undefined;
  const facts: RowFacts = {
    account,
    meters: new Map(account.meters.map((meter) => [meter.meterId, meter])),
    channels,
    versions: isPriced ? versionsOf(tariffs, account) : undefined,
    rules,
    now,
  };
  return items.map(({ row, submission }) => assessRow(facts, row, submission));
}

function assessRow(
  facts: RowFacts,
  { meterId, values, channels = {} }: SubmittedRow,
  submission: Submission,
) {
  const id = meterId.toLowerCase();
  const meter = facts.meters.get(id);
  const assessed = meter === undefined ? [] : assessChannels(meter, facts, channels);
  const hasValues = Object.values(values).some((typed) => !isUntouched(typed));
  const row = { meterId: id, channels: assessed };
  const verdict =
    meter !== undefined && !hasValues && assessed.length > 0
      ? channelVerdict(meter, facts)
      : registersVerdict(meter, facts, submission);
  if (verdict.outcome.kind !== 'accepted' && verdict.outcome.kind !== 'underReview')
    return { submission, row: { ...row, outcome: verdict.outcome, receiptNumber: null }, reading: undefined };
  const wrong = assessed.find(({ code }) => code !== null);
  if (wrong?.code) {
    const outcome = {
      ...verdict.outcome,
      kind: 'refused' as const,
      code: wrong.code,
      params: wrong.params,
      ...besideOf(wrong, meter),
    };
    return { submission, row: { ...row, outcome, receiptNumber: null }, reading: undefined };
  }
  const newChannels = meter === undefined ? [] : changedChannels(assessed, facts.channels.get(id) ?? []);
  const base =
    verdict.reading ??
    (newChannels.length > 0 && meter
      ? withoutRegisters(meter, facts, submission, verdict.outcome)
      : undefined);
  const reading = base && (newChannels.length > 0 ? { ...base, newChannels } : base);
  return {
    submission,
    row: { ...row, outcome: verdict.outcome, receiptNumber: verdict.receiptNumber },
    reading,
  };
}

interface RegistersVerdict {
  readonly outcome: ReadingOutcomeData;
  readonly receiptNumber: string | null;
  readonly reading?: ReadingToStore;
}

function registersVerdict(
  meter: MeterRecord | undefined,
  { account, versions, rules, now }: RowFacts,
  submission: Submission,
): RegistersVerdict {
  // Only this meter, so that it is not looked for among thousands.
  const alone = { ...account, meters: meter === undefined ? [] : [meter] };
  const verdict: Verdict = assessSubmission(alone, submission, rules, now);
  if (verdict.kind === 'toStore') {
    const { reading } = verdict;
    const sum = versions && sumOfReading(verdict.meter, reading, versions);
    const priced = { ...reading, sum: typeof sum === 'bigint' ? moneyToWire(sum) : null };
    return { outcome: reading.outcome, receiptNumber: null, reading: priced };
  }
  return answeredVerdict(verdict.answer, emptyOutcome(account.withoutMeter, rules));
}

/** What an answer says of a row; a refusal without an outcome changes the code of `base`. */
function answeredVerdict(
  result: ModuleResult<SubmittedReadingData>,
  base: ReadingOutcomeData,
): Omit<RegistersVerdict, 'reading'> {
  if (result.ok) {
    const { outcome, receipt } = result.data;
    return { outcome, receiptNumber: receipt.number === '' ? null : receipt.number };
  }
  const { details, code, params = {} } = result;
  const told: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'outcome') : undefined;
  const refused: ReadingOutcomeData = { ...base, kind: 'refused', code, params, confirmations: [] };
  return { outcome: (told as ReadingOutcomeData | undefined) ?? refused, receiptNumber: null };
}

function emptyOutcome(
  { customerType, placement }: Pick<MeterFacts, 'customerType' | 'placement'>,
  { window }: RowFacts['rules'],
): ReadingOutcomeData {
  const { period, effectiveDate, notInCalculation } = placement;
  const code = notInCalculation ? 'readings.notInCalculation' : 'readings.accepted';
  return {
    kind: 'accepted',
    code,
    params: { ...windowParams(code, window[customerType]), ...acceptedParams(placement) },
    advice: null,
    adviceParams: {},
    registers: [],
    missingZones: [],
    totalKwh: null,
    period,
    effectiveDate,
    confirmations: [],
  };
}

/** Channels alone are taken when a reading of the meter would be. */
function channelVerdict({ facts }: MeterRecord, { rules }: RowFacts): RegistersVerdict {
  const code = blockingState(facts);
  const outcome = emptyOutcome(facts, rules);
  if (code === undefined) return { outcome, receiptNumber: null };
  const params = {
    ...windowParams(code, rules.window[facts.customerType]),
    ...blockingParams(code, facts.placement, rules),
  };
  return { outcome: { ...outcome, kind: 'blocked', code, params }, receiptNumber: null };
}

/** Digits, and no value below the previous one without a roll-over; no rule of deviations. */
function assessChannels(
  { meterId, installedOn, facts }: MeterRecord,
  { channels, rules }: RowFacts,
  typed: NonNullable<SubmittedRow['channels']>,
): AssessedChannel[] {
  const known = channels.get(meterId) ?? [];
  return (Object.keys(typed) as ReadingChannel[]).flatMap((channel): AssessedChannel[] => {
    const text = typed[channel];
    if (text === undefined || isUntouched(text)) return [];
    const of = known.find((one) => one.channel === channel);
    const params = digitCapacityParams(text, facts.digitCapacity);
    if (of === undefined)
      return [{ channel, previousValue: 0, value: null, code: 'readings.rowUnknown', params }];
    const value = parseReadingValue(text, facts.digitCapacity);
    return [
      {
        channel,
        previousValue: of.previousValue,
        previousDate: previousDateOf(of, installedOn),
        value: value ?? null,
        code: channelCode(of, value, facts, rules),
        params,
      },
    ];
  });
}

function channelCode(
  { previousValue, currentValue, isForeign }: ChannelFacts,
  value: number | undefined,
  { digitCapacity, coefficient }: MeterFacts,
  { rollOverFromPercent }: ReadingRules,
): string | null {
  if (value === undefined) return 'readings.digitCapacity';
  if (isForeign && value !== currentValue) return 'readings.takenByOperator';
  const { kind } = consumptionBetween(
    { previousValue, value, digitCapacity, coefficient },
    rollOverFromPercent,
  );
  return kind === 'lower' ? 'readings.lowerThanPrevious' : null;
}

/** The value before that a lower one of a channel is compared with. */
function besideOf({ code, previousValue, previousDate }: AssessedChannel, meter: MeterRecord | undefined) {
  if (code !== 'readings.lowerThanPrevious' || previousDate === undefined || meter === undefined)
    return { advice: null, adviceParams: {} };
  const previous = { value: previousValue, date: previousDate as LocalDate };
  return { advice: 'readings.comparedWith', adviceParams: comparedWith(previous, meter.facts) };
}

function changedChannels(assessed: readonly AssessedChannel[], known: readonly ChannelFacts[]) {
  return assessed.flatMap(({ channel, value }) =>
    value === null || known.find((one) => one.channel === channel)?.currentValue === value
      ? []
      : [{ channel, value }],
  );
}

/** A submission of channels whose registers stay as they are. */
function withoutRegisters(
  meter: MeterRecord,
  { now }: RowFacts,
  submission: Submission,
  outcome: ReadingOutcomeData,
): ReadingToStore {
  const { placement, largeDeviationsInARow } = meter.facts;
  return {
    submission,
    submittedAt: now,
    meterId: meter.meterId,
    period: placement.period,
    effectiveDate: placement.effectiveDate,
    outcome: { ...outcome, kind: outcome.kind === 'underReview' ? 'underReview' : 'accepted' },
    newValues: {},
    values: valuesOfDay(meter, placement.effectiveDate),
    totalKwh: 0,
    sum: null,
    largeDeviationsInARow,
    review: null,
    superseded: null,
  };
}

/** The answer to a row that is stored. */
export function storedRow({ row }: RowVerdict, { outcome, receipt }: SubmittedReadingData): AssessedRow {
  return { ...row, outcome, receiptNumber: receipt.number };
}
