import { showDate, showNumber } from '#web/lib/format.ts';
import type { MasterData, RecordedChange } from './api.ts';
import { text } from './text.ts';

type Tariffs = Pick<MasterData, 'tariffs'>['tariffs'];

/** The name of a kind, with its meter, point or customer. */
export function titleOf({ kind, subject }: Pick<RecordedChange, 'kind' | 'subject'>): string {
  const name = textOf(text.kinds, kind);
  return subject === '' ? name : `${name} ${subject}`;
}

/** The recorded values, each with its name and the previous value: "потужність: 5 кВт → 9 кВт". */
export function valuesOf(
  { before, after }: Pick<RecordedChange, 'before' | 'after'>,
  tariffs: Tariffs,
): string[] {
  return Object.entries(text.fields).flatMap(([field, name]) => {
    if (!(field in after)) return [];
    const value = showValue(field, after[field], tariffs);
    const old = field in before ? `${showValue(field, before[field], tariffs)} → ` : '';
    return [`${name}: ${old}${value}`];
  });
}

export function showPower(watts: number): string {
  return text.power((watts / 1000).toLocaleString('uk-UA', { maximumFractionDigits: 3 }));
}

function showValue(field: string, value: unknown, tariffs: Tariffs): string {
  if (value === null || value === undefined || value === '') return text.none;
  if (field === 'contractedPowerWatts') return showPower(Number(value));
  if (
    field === 'contractEndedOn' ||
    field === 'contractDate' ||
    field === 'verifiedOn' ||
    field === 'responsibleUntil'
  )
    return showDate(String(value));
  if (field === 'zoneScheme') return textOf(text.schemes, String(value));
  if (field === 'pointState') return textOf(text.states, String(value));
  if (field === 'tariffCode') return titleOfTariff(String(value), tariffs);
  if (typeof value !== 'object') return String(value);
  if (field === 'closingValues')
    return Object.entries(value)
      .map(([serial, dials]) => `${serial} ${showValue('finalValues', dials, tariffs)}`)
      .join(', ');
  const dials = Object.entries(value).map(([zone, kwh]): [string, string] => [zone, showNumber(Number(kwh))]);
  if (dials.length === 1) return dials[0]?.[1] ?? '';
  return dials.map(([zone, kwh]) => `${textOf({ ...text.zones, ...text.channels }, zone)} ${kwh}`).join(', ');
}

/** The title of a tariff, or its code when the supplier no longer has it. */
export function titleOfTariff(code: string, tariffs: Tariffs): string {
  return tariffs.find(({ tariffCode }) => tariffCode === code)?.title ?? code;
}

function textOf(texts: Readonly<Record<string, string>>, key: string): string {
  return texts[key] ?? key;
}
