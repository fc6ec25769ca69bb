import type { TicketData } from '#contract/conversations.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { daysBetween, localDate } from '#domain/time/local-date.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { text } from './text.ts';

const tones: Readonly<Record<TicketData['state'], StateTone>> = {
  new: 'note',
  inWork: 'wait',
  waitingCustomer: 'bad',
  waitingOperator: 'wait',
  answered: 'good',
  closed: 'good',
};

/** The state of a ticket in words; of one that is done as the server says it. */
export function TicketState({ ticket: { state, status } }: { ticket: Pick<TicketData, 'state' | 'status'> }) {
  return <StateMark tone={tones[state]}>{status ?? text.states[state]}</StateMark>;
}

/** "Відповідь до 27.11.2026, лишилося 5 днів". */
export function dueWords(dueOn: string): string {
  const left = daysBetween(kyivDateOf(deviceNow()), localDate(dueOn));
  const rest =
    left > 0
      ? formatText(text.daysLeft, { n: left })
      : left === 0
        ? text.dueToday
        : formatText(text.overdue, { n: -left });
  return `${formatText(text.due, { date: showDate(dueOn) })}, ${rest}`;
}
