import { Link } from '@tanstack/react-router';
import { tableOf } from '#domain/table-of.ts';
import { text } from '#web/lib/list/support-text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** What of the form of a ticket is filled in. */
interface TicketFacts {
  readonly topic: 'meterBroken' | 'reading' | 'billCheck';
  readonly meter?: string;
  readonly period?: string;
  readonly reading?: string;
}

/** The link into the form of a ticket, filled in with what is known. */
export function TicketLink({ facts, onFollow }: { facts: TicketFacts; onFollow?: () => void }) {
  const type = useSessionStore((state) => (state.session?.type === 'entity' ? 'entity' : 'person'));
  return (
    <Link
      to={`/cabinet/${type}/tickets`}
      search={{ part: 'new', ...facts }}
      className={buttonClass('ink')}
      {...(onFollow && { onClick: onFollow })}
    >
      {text.writeTicket}
    </Link>
  );
}

/** Reasons that name the form, with the topic that each is about; others are about a reading. Source: spec/messages.md. */
const topics: Readonly<Record<string, TicketFacts['topic']>> = tableOf({
  'readings.meterDisabled': 'meterBroken',
});

/** The link of a reason why no reading can be given. */
export function LinkOfReason({ code, meter }: { code: string; meter: string | undefined }) {
  const topic = topics[code] ?? 'reading';
  return <TicketLink facts={{ topic, ...(meter !== undefined && { meter }) }} />;
}
