import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { text } from '../text.ts';
import { isChannel, type Kind, type Line } from './points-data.ts';

/** ", день" after the number of a meter; '' for a meter of one register. */
export function kindWords(kind: Kind): string {
  return kind === 'single' ? '' : formatText(text.ofKind, { kind: text.kinds[kind] });
}

/** The name of a cell for screen readers: object, meter, zone, previous value. */
export function cellName({ point, row }: Line): string {
  return formatText(text.cell, {
    object: point.object || point.address,
    serial: row.serialNumber,
    kind: kindWords(row.kind),
    previous: row.previousValue,
    date: showDate(row.previousDate),
  });
}

/** "Крамниця 12, № 70000012, день": a row in a list. */
export function lineName({ point, row }: Line): string {
  const object = point.object || point.address;
  return formatText(text.toCell, { object, serial: row.serialNumber, kind: kindWords(row.kind) });
}

/** A consumption with the unit of its register. */
export function energyWords(kind: Kind, energy: number): string {
  const isReactive = isChannel(kind) && kind !== 'export';
  return formatText(isReactive ? text.kvarh : text.kwhOf, { n: showNumber(energy) });
}
