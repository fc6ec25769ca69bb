import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { browserPatterns, systemPatterns } from '#contract/identity/devices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { signedOut } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { laptop, mobile, user } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type SessionItem, sendSessionEnd, sendSessionsEnd, sessionsQuery, type ViewingItem } from './api.ts';
import sessionRowStyles from './session-row.module.css';
import styles from './sessions-card.module.css';
import { SettingsCard } from './settings-card.tsx';
import { text } from './text.ts';

/** A device as a customer recognises it. */
interface DeviceDescription {
  /** "Chrome на Windows", or the device's own name when the browser is unknown. */
  name: string;
  /** The icon. */
  kind: 'mobile' | 'computer';
}

const MAX_LENGTH = 60;

/**
 * Names the device of a session by its user agent. It is only a hint to recognise one's own device, because a user
 * agent can be anything.
 */
export function describeDevice(userAgent: string): DeviceDescription {
  const isNamed = ([pattern]: readonly [string, ...string[]]) => new RegExp(pattern).test(userAgent);
  const browser = browserPatterns.find(isNamed)?.[1];
  const system = systemPatterns.find(isNamed);
  const kind = system?.[2] ?? 'computer';
  if (browser && system) return { name: formatText(text.browserOn, { browser, system: system[1] }), kind };
  const given = userAgent.trim();
  if (given === '') return { name: text.unknownDevice, kind };
  return { name: given.length > MAX_LENGTH ? `${given.slice(0, MAX_LENGTH - 1)}…` : given, kind };
}

interface EndSessionsDialogProps {
  open: boolean;
  /** There are other sessions. */
  hasOthers: boolean;
  onClose: () => void;
  onLeft: () => Promise<void>;
}

type Choice = 'all' | 'others';

/** Confirms the end of all sessions, with or without this one. */
function EndSessionsDialog({ open, hasOthers, onClose, onLeft }: EndSessionsDialogProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Choice>();
  const [failure, setFailure] = useState('');

  const end = async (choice: Choice) => {
    if (busy) return;
    setFailure('');
    setBusy(choice);
    const result = await sendSessionsEnd(choice === 'others');
    setBusy(undefined);
    if (!result.ok) return setFailure(result.failure.message);
    onClose();
    if (choice === 'others') {
      showTip('good', formatText(text.endedOthers, { count: result.data.ended }));
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
    signedOut();
    // The cache is cleared only after navigation: a mounted query would be requested again without a session.
    await onLeft();
    client.clear();
  };
  const press = (choice: Choice) => () => {
    end(choice).catch(() => undefined);
  };

  return (
    <Dialog
      open={open}
      title={text.endAllTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy === 'all'} onClick={press('all')}>
            {text.endAll}
          </Button>
          {hasOthers && (
            <Button data-changes busy={busy === 'others'} onClick={press('others')}>
              {text.endOthers}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <p>{text.endAllText}</p>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}

interface SessionRowProps {
  session: SessionItem;
  /** Called when the session has ended and its row is removed. */
  onGone: () => void;
}

/** One session: device, address, start and last use, with a button that ends it at once on every node. */
function SessionRow({ session, onGone }: SessionRowProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { name, kind } = describeDevice(session.device);
  const startedAt = showMoment(session.startedAt);

  const end = async () => {
    setBusy(true);
    const result = await sendSessionEnd(session.sessionId);
    setBusy(false);
    const isGone = result.ok || result.failure.httpStatus === 404;
    if (!isGone) return showTip('bad', result.failure.message);
    onGone();
    showTip('good', formatText(result.ok ? text.sessionEnded : text.sessionGone, { device: name }));
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  return (
    <li className={sessionRowStyles.row}>
      <span className={sessionRowStyles.icon}>
        <Icon drawing={kind === 'mobile' ? mobile : laptop} size={24} />
      </span>
      <div className={sessionRowStyles.facts}>
        <p className={sessionRowStyles.name}>
          <span>{name}</span>
          {session.current && <span className={sessionRowStyles.badge}>{text.thisDevice}</span>}
        </p>
        <p className={sessionRowStyles.quiet}>
          {session.current
            ? text.usedNow
            : formatText(text.lastUsed, { moment: showMoment(session.lastUsedAt) })}
        </p>
        <p className={sessionRowStyles.quiet}>
          {formatText(text.signedInAt, { moment: startedAt, way: text.ways[session.way] })}
        </p>
        {session.address && (
          <p className={sessionRowStyles.quiet}>{formatText(text.address, { address: session.address })}</p>
        )}
      </div>
      {!session.current && (
        <Button
          data-changes
          busy={isBusy}
          aria-label={formatText(text.endSessionOf, { device: name, moment: startedAt })}
          onClick={() => {
            end().catch(() => undefined);
          }}
        >
          {text.endSession}
        </Button>
      )}
    </li>
  );
}

/** When the staff saw the cabinet as its customer, and why. */
function Viewings({ viewings }: { viewings: readonly ViewingItem[] }) {
  return (
    <section className={styles.viewings}>
      <h3>{text.viewings}</h3>
      <ul className={styles.list}>
        {viewings.map(({ viewer, reason, startedAt, endedAt }) => (
          <li key={`${startedAt} ${viewer}`} className={sessionRowStyles.row}>
            <span className={sessionRowStyles.icon}>
              <Icon drawing={user} size={24} />
            </span>
            <div className={sessionRowStyles.facts}>
              <p className={sessionRowStyles.name}>{formatText(text.viewedBy, { viewer })}</p>
              <p>{formatText(text.viewingReason, { reason })}</p>
              <p className={sessionRowStyles.quiet}>
                {endedAt === null
                  ? formatText(text.viewingLasts, { from: showMoment(startedAt) })
                  : formatText(text.viewingTime, { from: showMoment(startedAt), to: showMoment(endedAt) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HEADING = 'sessions-title';

interface SessionsCardProps {
  /** Called when this session has ended too. */
  onLeft: () => Promise<void>;
}

/** The active sessions with their devices, ended one by one or all at once. Source: product.md §4. */
export function SessionsCard({ onLeft }: SessionsCardProps) {
  const query = useQuery(sessionsQuery);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const toHeading = () => document.getElementById(HEADING)?.focus();
  return (
    <SettingsCard
      title={text.sessions}
      headingId={HEADING}
      lead={text.sessionsLead}
      busy={query.isFetching && !query.data}
    >
      <QueryPart
        query={query}
        failed={text.sessionsFailed}
        skeleton={
          <div>
            <Skeleton shape="title" />
            <Skeleton />
            <VisuallyHidden>{text.loading}</VisuallyHidden>
          </div>
        }
      >
        {({ sessions, viewings }) => (
          <>
            <ul className={styles.list} aria-labelledby={HEADING}>
              {sessions.map((session) => (
                <SessionRow key={session.sessionId} session={session} onGone={toHeading} />
              ))}
            </ul>
            <div>
              <Button kind="danger" onClick={() => setDialogOpen(true)}>
                {text.endAll}
              </Button>
            </div>
            {viewings.length > 0 && <Viewings viewings={viewings} />}
            <EndSessionsDialog
              open={isDialogOpen}
              hasOthers={sessions.length > 1}
              onClose={() => setDialogOpen(false)}
              onLeft={onLeft}
            />
          </>
        )}
      </QueryPart>
    </SettingsCard>
  );
}
