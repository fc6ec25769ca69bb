import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tips.ts';
import { forgetAccount } from '../api.ts';
import { isOutOfReach } from './is-out-of-reach.ts';
import { shownValues } from './shown-values.ts';
import { text } from './text.ts';
import { forgetReadings } from './waiting-actions.ts';
import styles from './waiting-line.module.css';
import type { WaitingReading } from './waiting-reading.ts';
import { useWaiting } from './waiting-store.ts';

interface WaitingLineProps {
  /** The account whose readings the page itself shows. */
  shownOnPage: string | undefined;
  /** The accounts of the cabinet; undefined where they are not all known. */
  accounts: readonly string[] | undefined;
  link: (account: string, label: string) => ReactNode;
}

/** On every page: what waits for the network, what became of it, and what has no page of its own any more. */
export function WaitingLine({ shownOnPage, accounts, link }: WaitingLineProps) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const readings = useWaiting((state) => state.readings) ?? [];
  const answered = readings.filter(({ answer }) => answer?.kind === 'taken').map(({ id }) => id);
  const known = answered.join();
  useEffect(() => {
    // What was read of the account before it was taken is no longer so.
    const taken = useWaiting.getState().readings?.filter(({ id }) => known.includes(id)) ?? [];
    for (const { account } of taken) forgetAccount(client, account).catch(() => undefined);
  }, [client, known]);
  const remove = async (reading: WaitingReading) => {
    await forgetReadings([reading]);
    // The button that was pressed is gone with its line.
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
            {formatText(wordsOf(reading, isStranded), {
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

function wordsOf({ answer }: WaitingReading, isStranded: boolean): string {
  if (answer?.kind === 'taken') return text.lineTaken;
  if (isStranded) return text.lineGone;
  return answer === undefined ? text.lineWaits : text.lineAnswered;
}
