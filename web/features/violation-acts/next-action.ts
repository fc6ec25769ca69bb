import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { type Act, isSome } from './act-types.ts';
import { text } from './text.ts';

/** The next action on an act and its deadline: only days named in the record (facts 2.5). */
export function nextOf(act: Act): string {
  const { state, owed, hearingOn } = act;
  if (isSome(owed)) return untilWhen(act);
  switch (state) {
    case 'drawn':
    case 'served':
    case 'decided':
    case 'cancelled':
    case 'disputed':
      return text.next[state];
    case 'hearingSet':
      return hearingOn === null
        ? text.next.hearingSoon
        : formatText(text.next.hearingSet, { date: showDate(hearingOn) });
    default:
      return text.next.paid;
  }
}

function untilWhen({ isOverdue, dueOn }: Act): string {
  if (dueOn === null) return isOverdue ? text.next.overdue : text.next.due;
  return formatText(isOverdue ? text.next.overdueOn : text.next.dueOn, { date: showDate(dueOn) });
}
