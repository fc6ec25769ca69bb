import { formatText } from '#contract/messages/format-text.ts';
import {
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  subtractMoney,
  zeroMoney,
} from '#domain/money.ts';
import { showKwh, showMonthName, showPeriod, showSum } from '#web/lib/format.ts';
import type { ExplanationData, ExplanationPart } from './explanation-types.ts';
import { showDailyKwh } from './show-daily-kwh.ts';
import { text } from './text.ts';

type KwhPart = Extract<ExplanationPart, { kind: 'kwh' }>;
/** The parts that change the cost of the month; the balance carried over is described separately. */
type CostPart = Exclude<ExplanationPart, { kind: 'debt' }>;

export interface Reason {
  key: string;
  label: string;
  /** The label with soft hyphens, for narrow columns. */
  narrowLabel: string;
  /** One or two words for use within a sentence. */
  brief: string;
  sentence: string;
  sum: Kopiykas;
  /** The change in kWh; undefined when the part is not about energy. */
  kwh: number | undefined;
}

/** The reasons of the difference in words, without zero parts. Their sums add up to the difference of the costs. */
export function reasonsOf(explanation: ExplanationData): readonly Reason[] {
  return explanation.parts
    .filter((part): part is CostPart => part.kind !== 'debt')
    .map((part) => ({
      ...namesOf(part.kind === 'kwh' ? part.zone : part.kind),
      brief: briefOf(part),
      sentence: sentenceOf(part, explanation),
      sum: moneyFromWire(part.sum),
      kwh: part.kind === 'days' || part.kind === 'kwh' ? part.facts.kwh : undefined,
    }))
    .filter(({ sum, kwh }) => sum !== zeroMoney || (kwh ?? 0) !== 0);
}

function namesOf(key: keyof typeof text.labels) {
  const narrowLabel = text.labels[key];
  return { key, narrowLabel, label: narrowLabel.replaceAll('\u00ad', '') };
}

function briefOf(part: CostPart): string {
  if (part.kind === 'kwh') return text.brief[part.zone];
  if (part.kind !== 'days') return text.brief[part.kind];
  const { from, to } = part.facts;
  return formatText(to > from ? text.brief.daysMore : text.brief.daysLess, { n: Math.abs(to - from) });
}

function sentenceOf(part: CostPart, explanation: ExplanationData): string {
  const base = showPeriod(explanation.base.period);
  switch (part.kind) {
    case 'days': {
      const { from, to, kwh } = part.facts;
      return formatText(to > from ? text.daysMore : text.daysLess, {
        n: Math.abs(to - from),
        kwh: showKwh(Math.abs(kwh)),
      });
    }
    case 'kwh':
      return zoneSentence(part, explanation);
    case 'tariff': {
      const { from, to } = part.facts;
      const isOther = from.join() !== to.join() && from.length > 0 && to.length > 0;
      return isOther
        ? formatText(text.price, { from: showPrices(from), to: showPrices(to) })
        : text.otherTariff;
    }
    case 'recalculation': {
      const { from, to } = part.facts;
      const template = isZero(from)
        ? text.recalculationNow
        : isZero(to)
          ? text.recalculationGone
          : text.recalculationBoth;
      return formatText(template, { base, from: showChange(from), to: showChange(to) });
    }
    case 'benefit': {
      const { from, to } = part.facts;
      const template = isZero(from) ? text.benefitNow : isZero(to) ? text.benefitGone : text.benefitBoth;
      return formatText(template, { base, from: showSize(from), to: showSize(to) });
    }
  }
}

/**
 * The change per day, because the number of days has its own sentence; says so when the meter counts by other zones
 * than before.
 */
function zoneSentence({ zone, facts }: KwhPart, { parts, base, bill }: ExplanationData): string {
  const zones = parts.filter((part) => part.kind === 'kwh');
  const hasOtherZones = zones.some((one) => one.facts.from === 0) && zones.some((one) => one.facts.to === 0);
  const isWhole = zone === 'single';
  if (hasOtherZones && facts.from === 0)
    return formatText(isWhole ? text.wholeNew : text.zoneNew, {
      zone: text.labels[zone],
      kwh: showKwh(facts.to),
    });
  if (hasOtherZones && facts.to === 0)
    return formatText(isWhole ? text.wholeGone : text.zoneGone, {
      zone: text.labels[zone],
      kwh: showKwh(facts.from),
    });
  const what = (facts.kwh < 0 ? text.kwhLess : text.kwhMore)[zone];
  const dailyKwh = showDailyKwh({ kwh: facts.from, days: base.days }, { kwh: facts.to, days: bill.days });
  const hasSameSign = dailyKwh !== undefined && dailyKwh.change > 0 === facts.kwh > 0;
  return hasSameSign
    ? formatText(text.pace, { what, from: dailyKwh.from, to: dailyKwh.to })
    : formatText(text.change, { what, kwh: showKwh(Math.abs(facts.kwh)) });
}

/** The difference of the two months: "Жовтень дорожчий за вересень на 58,32 грн"; the years only when they differ. */
export function headlineOf({ base, bill }: ExplanationData): string {
  const change = subtractMoney(moneyFromWire(bill.cost), moneyFromWire(base.cost));
  const isOneYear = base.period.slice(0, 4) === bill.period.slice(0, 4);
  const show = isOneYear ? showMonthName : showPeriod;
  const month = show(bill.period);
  const words = change === zeroMoney ? text.same : change > zeroMoney ? text.more : text.less;
  return formatText(words, {
    bill: month.charAt(0).toUpperCase() + month.slice(1),
    base: show(base.period),
    sum: showSize(moneyToWire(change)),
  });
}

/** The reasons in one line: "На 1 день довше +10,80, удень +34,56."; '' without any. */
export function briefLine(reasons: readonly Reason[]): string {
  const line = reasons.map(({ brief, sum }) => `${brief} ${showDelta(sum)}`).join(', ');
  return line === '' ? '' : `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

/** The balance carried over after payments, and the closing balance of the bill. */
export function leftSentence({ bill, parts }: ExplanationData): string {
  const left = parts.find((part) => part.kind === 'debt')?.facts.to ?? '0.00';
  return formatText(pickSigned(left, text.leftDebt, text.leftCredit, text.leftNone), {
    sum: showSize(left),
    closing: showClosing(bill.closing),
  });
}

/** A closing balance in words: "до сплати 432,50 грн", "переплата 37,20 грн". */
export function showClosing(wire: string): string {
  return formatText(pickSigned(wire, text.toPay, text.credit, text.even), { sum: showSize(wire) });
}

/** "+14,40", "−5,00". */
export function showDelta(sum: Kopiykas): string {
  return `${sum > zeroMoney ? '+' : ''}${formatMoney(sum)}`;
}

function pickSigned(wire: string, debt: string, credit: string, nothing: string): string {
  const sum = moneyFromWire(wire);
  return sum === zeroMoney ? nothing : sum > zeroMoney ? debt : credit;
}

function showChange(wire: string): string {
  return `${moneyFromWire(wire) > zeroMoney ? '+' : ''}${showSum(wire)}`;
}

/** Without a sign, where the words give the direction. */
function showSize(wire: string): string {
  return showSum(wire.replace('-', ''));
}

function isZero(wire: string): boolean {
  return moneyFromWire(wire) === zeroMoney;
}

function showPrices(prices: readonly string[]): string {
  return prices.map((price) => price.replace('.', ',')).join(text.priceJoin);
}
