import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatText } from '#contract/messages/format-text.ts';
import { getServiceStatus, incidentDays, type ServiceStatus as Status } from '#contract/service-status.ts';
import { queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { QueryFailure, QueryPart } from '#web/lib/query/query-part.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from './service-status.module.css';
import { text } from './text.ts';

type Incident = Status['incidents'][number];
type Verdict = keyof typeof text.verdicts;

const everyMs = 60_000;
/** Older interruptions are folded. */
const shownIncidents = 3;

/** Renewed each minute while the page is seen; what came last stays while the server does not answer. */
const statusQuery = queryOptions({
  queryKey: ['serviceStatus'],
  queryFn: ({ signal }) => queryApi(getServiceStatus, {}, { signal }),
  refetchInterval: everyMs,
  refetchOnWindowFocus: true,
});

function verdictOf({ running, parts }: Status): Verdict {
  if (running !== null) return 'maintenance';
  if (parts.every(({ state }) => state === 'down')) return 'down';
  return parts.every(({ state }) => state === 'works') ? 'works' : 'limited';
}

const tones = { works: 'good', limited: 'wait', down: 'bad' } as const;
const kinds = { works: 'good', limited: 'warn', down: 'bad', maintenance: 'warn' } as const;

function lengthOf(from: string, until: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / 60_000));
  const [h, n] = [Math.floor(minutes / 60), minutes % 60];
  return h === 0 ? formatText(text.length.minutes, { n }) : formatText(text.length.hours, { h, n });
}

function spanOf({ from, until }: Pick<Incident, 'from' | 'until'>): string {
  if (until === null) return formatText(text.lasts, { from: showMoment(from) });
  const length = lengthOf(from, until);
  return formatText(text.lasted, { from: showMoment(from), until: showMoment(until), length });
}

function IncidentRows({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <ul className={styles.rows}>
      {incidents.map((incident) => (
        <li key={`${incident.part} ${incident.from}`}>
          <span>
            {text.partNames[incident.part]}: {text.incidentStates[incident.state]}
          </span>
          <Text as="span" size="s" tone="quiet" isNumeric>
            {spanOf(incident)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Incidents({ status: { incidents, readAt, checkedAt } }: { status: Status }) {
  const older = incidents.slice(shownIncidents);
  return (
    <Stack as="section" gap="2" aria-labelledby="status-incidents">
      <h2 id="status-incidents">{formatText(text.incidents, { n: incidentDays })}</h2>
      {readAt !== null && readAt !== checkedAt && (
        <Text tone="quiet">{formatText(text.incidentsAsOf, { time: showMoment(readAt) })}</Text>
      )}
      {incidents.length === 0 ? (
        <Text tone="quiet">{readAt === null ? text.incidentsUnknown : text.incidentsNone}</Text>
      ) : (
        <IncidentRows incidents={incidents.slice(0, shownIncidents)} />
      )}
      {older.length > 0 && (
        <Disclosure summary={formatText(text.older, { n: older.length })}>
          <IncidentRows incidents={older} />
        </Disclosure>
      )}
    </Stack>
  );
}

function Works({ status: { planned } }: { status: Status }) {
  return (
    <Stack as="section" gap="2" aria-labelledby="status-planned">
      <h2 id="status-planned">{text.planned}</h2>
      {planned === null ? (
        <Text tone="quiet">{text.plannedNone}</Text>
      ) : (
        <div>
          <p>
            {formatText(text.plannedSpan, {
              from: showMoment(planned.from),
              until: showMoment(planned.until),
            })}
          </p>
          {planned.text !== '' && <p>{planned.text}</p>}
        </div>
      )}
    </Stack>
  );
}

function Advice({ verdict, running }: { verdict: Exclude<Verdict, 'works'>; running: Status['running'] }) {
  if (verdict !== 'maintenance') return <p>{text.advice[verdict]}</p>;
  if (running === null) return null;
  return (
    <>
      <p>{formatText(text.runningUntil, { until: showMoment(running.until) })}</p>
      {running.text !== '' && <p>{running.text}</p>}
    </>
  );
}

function Present({ status }: { status: Status }) {
  const { running, parts, checkedAt } = status;
  const verdict = verdictOf(status);
  const time = showMoment(checkedAt);
  return (
    <>
      <Notice kind={kinds[verdict]} live="status" title={text.verdicts[verdict]}>
        {verdict === 'works' ? null : <Advice verdict={verdict} running={running} />}
      </Notice>
      <Stack as="section" gap="2" aria-labelledby="status-parts">
        <h2 id="status-parts">{text.parts}</h2>
        <ul className={styles.rows}>
          {parts.map(({ part, state }) => (
            <li key={part}>
              <span>{text.partNames[part]}</span>
              <StateMark tone={tones[state]}>
                {text.states[state]}
                {part === 'signIn' && state === 'limited' && `: ${text.notes.signIn}`}
              </StateMark>
            </li>
          ))}
        </ul>
        <Text size="s" tone="quiet" isNumeric>
          {formatText(text.checked, { time })}
        </Text>
      </Stack>
      <Works status={status} />
      <Incidents status={status} />
    </>
  );
}

/** Whether the cabinet works: now, announced maintenance and the last 90 days. For everybody. */
export function ServiceStatus() {
  const query = useQuery(statusQuery);
  return (
    <main id="content" className={styles.main}>
      <div className={styles.page}>
        <PageTitle title={text.title} suffix={text.product} />
        <QueryPart
          query={query}
          failed={text.failed}
          skeleton={<RowsSkeleton label={text.loading} rows={4} />}
        >
          {({ service }) => (
            <>
              <QueryFailure query={query} title={text.stale} />
              <Present status={service} />
            </>
          )}
        </QueryPart>
      </div>
    </main>
  );
}
