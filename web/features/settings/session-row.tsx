import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { laptop, mobile } from '#web/ui/icons.ts';
import { showTip } from '#web/ui/tips.ts';
import { type SessionItem, sendSessionEnd, sessionsQuery } from './api.ts';
import { deviceWords } from './device-words.ts';
import styles from './session-row.module.css';
import { text } from './text.ts';

interface SessionRowProps {
  session: SessionItem;
  /** The session is no more, and its button with it. */
  onGone: () => void;
}

/** One session: device, address, when it began and was last used; ends by a press, at once on every node. */
export function SessionRow({ session, onGone }: SessionRowProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { name, kind } = deviceWords(session.device);
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
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon drawing={kind === 'mobile' ? mobile : laptop} size={24} />
      </span>
      <div className={styles.facts}>
        <p className={styles.name}>
          <span>{name}</span>
          {session.current && <span className={styles.badge}>{text.thisDevice}</span>}
        </p>
        <p className={styles.quiet}>
          {session.current
            ? text.usedNow
            : formatText(text.lastUsed, { moment: showMoment(session.lastUsedAt) })}
        </p>
        <p className={styles.quiet}>
          {formatText(text.signedInAt, { moment: startedAt, way: text.ways[session.way] })}
        </p>
        {session.address && (
          <p className={styles.quiet}>{formatText(text.address, { address: session.address })}</p>
        )}
      </div>
      {!session.current && (
        <Button
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
