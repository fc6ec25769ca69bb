import { formatText } from '#contract/messages/format-text.ts';
import { addEnergy, fromKwh, toKwh } from '#domain/energy.ts';
import { invoiceLineAmount } from '#domain/invoices/invoice.ts';
import { addMoney, type Kopiykas, zeroMoney } from '#domain/money.ts';
import { priceFromText } from '#domain/price.ts';
import { consumptionBetween } from '#domain/readings/consumption-between.ts';
import { comparedWith } from '#domain/readings/operator-check.ts';
import { digitCapacityParams, isUntouched, parseReadingValue } from '#domain/readings/reading-value.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { checkTyped } from '../../meter/check-typed.ts';
import { messageOf } from '../../meter/use-submission.ts';
import { text } from '../text.ts';
import {
  isChannel,
  type Kind,
  type Point,
  type PointMeter,
  type PointRow,
  type PointsData,
  type SubmittedRow,
} from './points-data.ts';

/** What is typed for a meter and what the server said of it. */
export interface Entry {
  readonly values: Readonly<Partial<Record<Kind, string>>>;
  /** Codes that the customer has confirmed. */
  readonly confirmed: readonly string[];
  /** The answer to the last submission; the next change removes it. */
  readonly answer: Pick<SubmittedRow, 'outcome' | 'channels' | 'receiptNumber'> | undefined;
}

export const emptyEntry: Entry = { values: {}, confirmed: [], answer: undefined };

/** Why a typed value is not sent: `question` waits for a confirmation, `error` for another value. */
export interface Problem {
  readonly kind: Kind;
  readonly code: string;
  readonly message: string;
  readonly type: 'question' | 'error';
}

/** 'ready': can be sent. 'accepted', 'underReview': the answer to the last submission, nothing typed since. */
type MeterState = 'empty' | 'ready' | 'question' | 'error' | 'accepted' | 'underReview';

export interface Assessment {
  readonly state: MeterState;
  readonly problems: readonly Problem[];
  /** Consumption by what is typed, kWh or kvarh; absent: cannot be told. */
  readonly energy: Readonly<Partial<Record<Kind, number>>>;
}

/** What assessing asks for beside the meter. */
export interface AssessmentContext extends Pick<PointsData, 'window' | 'rules' | 'customerType'> {
  /** The address for photos of a meter; undefined while unknown. */
  readonly email: string | undefined;
}

const nothing: Assessment = { state: 'empty', problems: [], energy: {} };
const assessed = new WeakMap<Entry, { context: AssessmentContext; meter: PointMeter; found: Assessment }>();

/** Assesses what is typed for a meter by the rules of the card form; computed once for each entry. */
export function assessMeter(meter: PointMeter, entry: Entry, context: AssessmentContext): Assessment {
  const last = assessed.get(entry);
  if (last?.context === context && last.meter === meter) return last.found;
  const found = assess(meter, entry, context);
  assessed.set(entry, { context, meter, found });
  return found;
}

/** Whether a typed value is the one that is submitted already, as of the day of a reading submitted now. */
export function isGivenAlready(
  { currentValue, currentDate, digitCapacity }: PointRow,
  typed: string | undefined,
  { window }: Pick<AssessmentContext, 'window'>,
): boolean {
  return (
    currentValue !== null &&
    currentDate === window.effectiveDate &&
    parseReadingValue(typed ?? '', digitCapacity) === currentValue
  );
}

/** The typed values that are not submitted already. */
function newValues({ rows }: PointMeter, { values }: Entry, context: AssessmentContext): Entry['values'] {
  const found = rows.flatMap((row) => {
    const typed = values[row.kind];
    return isUntouched(typed) || isGivenAlready(row, typed, context) ? [] : [[row.kind, typed] as const];
  });
  return Object.fromEntries(found);
}

/** What kWh of a point cost, without VAT and with it, rounded as contracts do unless they say else; undefined: no price. */
export function costOf(
  { netPrice, grossPrice }: Pick<Point, 'netPrice' | 'grossPrice'>,
  kwh: number,
): { net: Kopiykas; gross: Kopiykas } | undefined {
  if (netPrice === null || grossPrice === null) return undefined;
  const energy = fromKwh(kwh);
  return {
    net: invoiceLineAmount(energy, priceFromText(netPrice), 'halfUp'),
    gross: invoiceLineAmount(energy, priceFromText(grossPrice), 'halfUp'),
  };
}

/** kWh of active energy of a meter and their cost; undefined: none are known. */
export function costOfMeter(
  { point, rows }: PointMeter,
  energy: Assessment['energy'],
): { kwh: number; net: Kopiykas; gross: Kopiykas; isPriced: boolean } | undefined {
  const priced = rows.filter(({ kind }) => !isChannel(kind) && energy[kind] !== undefined);
  if (priced.length === 0) return undefined;
  let total = fromKwh(0);
  let [net, gross] = [zeroMoney, zeroMoney];
  let isPriced = true;
  for (const { kind } of priced) {
    const kwh = energy[kind] ?? 0;
    total = addEnergy(total, fromKwh(kwh));
    const cost = costOf(point, kwh);
    isPriced &&= cost !== undefined;
    net = addMoney(net, cost?.net ?? zeroMoney);
    gross = addMoney(gross, cost?.gross ?? zeroMoney);
  }
  return { kwh: toKwh(total), net, gross, isPriced };
}

function assess(meter: PointMeter, entry: Entry, context: AssessmentContext): Assessment {
  const { answer } = entry;
  const values = newValues(meter, entry, context);
  if (Object.keys(values).length === 0) {
    const kind = answer?.outcome.kind;
    return kind === 'accepted' || kind === 'underReview' ? { ...nothing, state: kind } : nothing;
  }
  const zones = assessZones(meter, { ...entry, values }, context);
  const beside = assessChannels(meter, { ...entry, values }, context);
  const energy = { ...zones.energy, ...beside.energy };
  const problems = answer
    ? problemsOf(meter, entry, answer)
    : [...replacingProblems(meter, values, context), ...zones.problems, ...beside.problems];
  const open = problems.filter(({ type, code }) => type === 'error' || !entry.confirmed.includes(code));
  const state = open.some(({ type }) => type === 'error') ? 'error' : open.length > 0 ? 'question' : 'ready';
  return { state, problems: open, energy };
}

type Part = Omit<Assessment, 'state'>;

function assessZones({ point, rows }: PointMeter, entry: Entry, context: AssessmentContext): Part {
  const { window, rules, customerType, email } = context;
  const zones = rows.flatMap((row) => (isChannel(row.kind) ? [] : [{ ...row, zone: row.kind }]));
  const typed = zones.filter(({ zone }) => !isUntouched(entry.values[zone]));
  const [first] = typed;
  if (!first) return nothing;
  const registers = zones.map(({ zone, previousValue, previousDate, known }) => ({
    zone,
    previousValue,
    previousDate,
    known,
  }));
  const { digitCapacity, coefficient, contractedPowerKw } = first;
  const checked = {
    customerType,
    digitCapacity,
    coefficient,
    contractedPowerKw,
    rules,
    registers,
  };
  const values = Object.fromEntries(typed.map(({ zone }) => [zone, entry.values[zone]]));
  const submission = { values, confirmed: entry.confirmed, hasPhoto: false };
  const outcome = checkTyped(checked, window, submission, deviceNow());
  const energy: Partial<Record<Zone, number>> = {};
  for (const { zone, value, isLower, energy: used } of outcome.registers)
    if (value !== undefined && !isLower) energy[zone] = toKwh(used);
  const problems = outcome.problems
    .filter(({ kind }) => kind !== 'underReview')
    .map((problem) => ({
      kind: problem.zone ?? first.zone,
      code: problem.code,
      message: messageOf(problem, email),
      type: problem.kind === 'needsConfirmation' ? ('question' as const) : ('error' as const),
    }));
  return { energy, problems: point.blocked ? [blockedProblem(point.blocked, first.zone)] : problems };
}

function assessChannels({ point, rows }: PointMeter, entry: Entry, { rules }: AssessmentContext): Part {
  const energy: Partial<Record<Kind, number>> = {};
  const problems: Problem[] = [];
  for (const { kind, digitCapacity, coefficient, previousValue, previousDate } of rows) {
    const typed = entry.values[kind];
    if (!isChannel(kind) || isUntouched(typed)) continue;
    const refuse = (code: 'readings.digitCapacity' | 'readings.lowerThanPrevious') =>
      problems.push({
        kind,
        code,
        message: messageOf(
          {
            code,
            params: digitCapacityParams(typed ?? '', digitCapacity),
            ...(code === 'readings.lowerThanPrevious' && {
              comparedWith: comparedWith(
                { value: previousValue, date: previousDate as LocalDate },
                { digitCapacity },
              ),
            }),
          },
          undefined,
        ),
        type: 'error',
      });
    if (point.blocked) {
      problems.push(blockedProblem(point.blocked, kind));
      continue;
    }
    const value = parseReadingValue(typed ?? '', digitCapacity);
    if (value === undefined) {
      refuse('readings.digitCapacity');
      continue;
    }
    const span = { previousValue, value, digitCapacity, coefficient };
    const { kind: course, energy: used } = consumptionBetween(span, rules.rollOverFromPercent);
    if (course === 'lower') refuse('readings.lowerThanPrevious');
    else energy[kind] = toKwh(used);
  }
  return { energy, problems };
}

/** A reading of the same day is submitted with another value: only a correction with its reason replaces it. */
function replacingProblems(
  { rows }: PointMeter,
  values: Entry['values'],
  { window }: AssessmentContext,
): readonly Problem[] {
  return rows.flatMap(({ kind, currentValue, currentDate }) =>
    isChannel(kind) ||
    values[kind] === undefined ||
    currentValue === null ||
    currentDate !== window.effectiveDate
      ? []
      : [
          {
            kind,
            code: 'readings.alreadySubmitted',
            message: formatText(text.staleDraft, { value: currentValue }),
            type: 'error' as const,
          },
        ],
  );
}

function blockedProblem({ code, message }: { code: string; message: string }, kind: Kind): Problem {
  return { kind, code, message, type: 'error' };
}

/** What the server found: at the registers and channels it names, else at the first that was typed. */
function problemsOf(
  { rows }: PointMeter,
  { values }: Entry,
  { outcome, channels }: Pick<SubmittedRow, 'outcome' | 'channels'>,
): readonly Problem[] {
  const type = outcome.kind === 'needsConfirmation' ? 'question' : 'error';
  const { code, advice } = outcome;
  const message =
    advice?.code === 'readings.comparedWith' ? `${outcome.message} ${advice.message}` : outcome.message;
  const first = rows.find(({ kind }) => !isUntouched(values[kind]))?.kind ?? 'single';
  const kinds: readonly Kind[] = [
    ...outcome.registers.filter((register) => register.code !== null).map(({ zone }) => zone),
    ...channels.filter((one) => one.code !== null).map(({ channel }) => channel),
  ];
  return (kinds.length > 0 ? kinds : [first]).map((kind) => ({ kind, code, message, type }));
}
