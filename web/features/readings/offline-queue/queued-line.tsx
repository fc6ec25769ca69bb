import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { clearQueue } from './queue-actions.ts';
import styles from './queued-line.module.css';
import { type QueuedReading, useOfflineQueue } from './queued-reading.ts';
import { shownValues } from './shown-values.ts';
import { text } from './text.ts';

/** Whether no page shows a reading any more: its object or its meter was removed. */
export function isOutOfReach(
  { account, answer }: Pick<QueuedReading, 'account' | 'answer'>,
  accounts: readonly string[] | undefined,
): boolean {
  if (accounts?.includes(account) === false) return true;
  return answer?.kind === 'refused' && answer.code === 'common.notFound';
}

interface QueuedLineProps {
  /** The account whose readings the page itself shows. */
  shownOnPage: string | undefined;
  /** The accounts of the cabinet; undefined where they are not all known. */
  accounts: readonly string[] | undefined;
  link: (account: string, label: string) => ReactNode;
}

/** On every page: queued readings, their results, and those that no page shows any more. */
export function QueuedLine({ shownOnPage, accounts, link }: QueuedLineProps) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const readings = useOfflineQueue((state) => state.readings) ?? [];
  const answered = readings.filter(({ answer }) => answer?.kind === 'taken').map(({ id }) => id);
  const known = answered.join();
  useEffect(() => {
    // Cached data of the account was loaded before the reading was accepted.
    const accepted = useOfflineQueue.getState().readings?.filter(({ id }) => known.includes(id)) ?? [];
    for (const { account } of accepted) removeAccountQueries(client, [account]).catch(() => undefined);
  }, [client, known]);
  const remove = async (reading: QueuedReading) => {
    await clearQueue([reading]);
    // The pressed button disappears with its line.
    box.current?.focus();
    showTip('info', text.removed);
  };
  const shown = readings.filter(({ account }) => account !== shownOnPage);
  return (
    <div role="status" className={styles.lines} ref={box} tabIndex={-1}>
      {shown.map((reading) => {
        const isStranded = isOutOfReach(reading, accounts);
        return (
          <p
            key={reading.id}
            data-answered={reading.answer && reading.answer.kind !== 'taken' ? '' : undefined}
          >
            {formatText(textOf(reading, isStranded), {
              account: reading.account,
              values: shownValues(reading),
              moment: showMoment(reading.takenAt),
            })}{' '}
            {isStranded ? (
              <Button kind="plain" onClick={() => remove(reading).catch(() => undefined)}>
                {text.remove}
              </Button>
            ) : (
              link(reading.account, reading.answer?.kind === 'taken' ? text.toReceipt : text.toReading)
            )}
          </p>
        );
      })}
    </div>
  );
}

function textOf({ answer }: QueuedReading, isStranded: boolean): string {
  if (answer?.kind === 'taken') return text.lineTaken;
  if (isStranded) return text.lineGone;
  return answer === undefined ? text.lineWaits : text.lineAnswered;
}
