import { dateText } from '#billing/document/words.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import type { ActOnPaper } from './act-on-paper.ts';
import { drawDetails, drawTitle } from './layout.ts';
import { words } from './text.ts';

/** The act: what was broken, when, and what became of it. Answers the y below. */
export function drawFacts(pdf: Pdf, { act, today }: ActOnPaper, top: number): number {
  const details: (readonly [string, string])[] = [
    [words.clause, act.clause === '' ? words.unknown : act.clause],
    [words.drawnOn, dateText(act.drawnOn)],
  ];
  if (act.servedOn !== null) details.push([words.servedOn, dateText(act.servedOn)]);
  if (act.hearingOn !== null) details.push([words.hearingOn, dateText(act.hearingOn)]);
  details.push(...protocolDetails(act), ...energyDetails(act));
  details.push([words.state(dateText(today)), words.states[act.state]]);
  return drawDetails(pdf, details, drawTitle(pdf, words.facts, top) + 4);
}

/** What the commission decided; nothing before it did. */
export function protocolDetails({
  protocolNumber,
  protocolOn,
}: Pick<ActOnPaper['act'], 'protocolNumber' | 'protocolOn'>): (readonly [string, string])[] {
  if (protocolNumber === null) return [];
  const date = protocolOn === null ? null : dateText(protocolOn);
  return [[words.protocol, words.protocolValue(protocolNumber, date)]];
}

/** The days and the energy that the act charges, as far as they are known. */
export function energyDetails({
  periodFrom,
  periodTo,
  days,
  kwh,
}: Pick<ActOnPaper['act'], 'periodFrom' | 'periodTo' | 'days' | 'kwh'>): (readonly [string, string])[] {
  const details: (readonly [string, string])[] = [];
  if (periodFrom !== null && periodTo !== null)
    details.push([words.period, words.periodValue(dateText(periodFrom), dateText(periodTo), days)]);
  if (kwh > 0) details.push([words.kwh, words.kwhValue(formatKwh(fromKwh(kwh)))]);
  return details;
}
