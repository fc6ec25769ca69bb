import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { sessionsQuery } from './api.ts';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './sessions-card.module.css';
import { SettingsCard } from './settings-card.tsx';
import { text } from './text.ts';

const HEADING = 'sessions-title';

interface SessionsCardProps {
  /** This session has ended too: where to go. */
  onLeft: () => Promise<void>;
}

/** Where one is signed in: each session with its device, ended one by one or all at once. Source: product.md §4. */
export function SessionsCard({ onLeft }: SessionsCardProps) {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const toHeading = () => document.getElementById(HEADING)?.focus();
  return (
    <SettingsCard
      title={text.sessions}
      headingId={HEADING}
      lead={text.sessionsLead}
      busy={isFetching && !data}
    >
      {data && (
        <>
          <ul className={styles.list} aria-labelledby={HEADING}>
            {data.sessions.map((session) => (
              <SessionRow key={session.sessionId} session={session} onGone={toHeading} />
            ))}
          </ul>
          <div>
            <Button kind="danger" onClick={() => setAsking(true)}>
              {text.endAll}
            </Button>
          </div>
          <EndSessionsDialog
            open={isAsking}
            hasOthers={data.sessions.length > 1}
            onClose={() => setAsking(false)}
            onLeft={onLeft}
          />
        </>
      )}
      {!data && error && (
        <FailedPart
          title={text.sessionsFailed}
          message={failureOf(error).message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && (
        <div>
          <Skeleton shape="title" />
          <Skeleton />
          <VisuallyHidden>{text.loading}</VisuallyHidden>
        </div>
      )}
    </SettingsCard>
  );
}
