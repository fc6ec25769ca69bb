import { formatMoment, kyivTimeOf } from '#domain/time/kyiv.ts';
import type { CustomerMaintenance } from './maintenance-store.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** The line that announces planned maintenance on the pages of customers. */
export function announceMaintenance({ from, until, text }: CustomerMaintenance): string {
  const end = kyivTimeOf(until);
  const isSameDay = kyivTimeOf(from).date === end.date;
  const span = `з ${formatMoment(from)} до ${isSameDay ? `${two(end.hour)}:${two(end.minute)}` : formatMoment(until)}`;
  const line = `Планові роботи ${span}: у цей час кабінет не працюватиме.`;
  return text === '' ? line : `${line} ${text}`;
}
