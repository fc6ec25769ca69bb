import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { showMoment } from '#web/lib/format.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { zoneList } from '#web/lib/zone-parts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type MeterData, messageOfReceipt } from '../api.ts';
import type { SubmissionError } from '../meter/draft.ts';
import type { DraftHandle } from '../meter/draft-store.ts';
import { Receipt } from '../receipt.tsx';
import { text as readingText } from '../text.ts';
import { pruneSeenReceipt, resend, withdraw } from './queue-actions.ts';
import styles from './queued-panel.module.css';
import type { QueuedAnswer, QueuedReading } from './queued-reading.ts';
import { sendQueued } from './send-queued.ts';
import { text } from './text.ts';

interface QueuedPanelProps {
  isBrief: boolean;
  reading: QueuedReading;
  /** Zones that it leaves without a value. */
  left: readonly Zone[];
  meter: MeterData;
  handle: DraftHandle;
}

/** In the place of the form: a queued reading, or its result. */
export function QueuedPanel({ isBrief, reading, left, meter, handle }: QueuedPanelProps) {
  const client = useQueryClient();
  const { answer } = reading;
  const kind = answer?.kind;
  useEffect(() => {
    if (kind === 'taken' || kind === 'refused')
      removeAccountQueries(client, [reading.account]).catch(() => undefined);
  }, [client, kind, reading.account]);
  if (answer?.kind === 'taken')
    return <AcceptedPanel isBrief={isBrief} reading={reading} meter={meter} answer={answer} />;
  return <WaitingPanel reading={reading} left={left} meter={meter} handle={handle} />;
}

interface AcceptedPanelProps extends Omit<QueuedPanelProps, 'handle' | 'left'> {
  answer: Extract<QueuedAnswer, { kind: 'taken' }>;
}

function AcceptedPanel({ isBrief, reading, meter, answer: { outcome, receipt } }: AcceptedPanelProps) {
  const isUnderReview = outcome.kind === 'underReview';
  const [next] = outcome.missingZones;
  const wholeTitle = isUnderReview ? readingText.reviewTitle : readingText.acceptedTitle;
  return (
    <div className={styles.panel}>
      <Receipt
        isBrief={isBrief}
        account={reading.account}
        title={
          next === undefined
            ? wholeTitle
            : formatText(readingText.partTitle, { zones: zoneList(outcome.missingZones) })
        }
        message={next === undefined && messageOfReceipt(outcome, receipt)}
        advice={outcome.advice?.message}
        isUnderReview={isUnderReview}
        isPart={next !== undefined}
        meter={meter}
        facts={receipt}
        isNew={false}
        onCorrect={undefined}
      />
      <div className={styles.fine}>
        <Button
          onClick={() => {
            pruneSeenReceipt(reading).catch(() => undefined);
          }}
        >
          {next === undefined ? text.fine : formatText(readingText.next, { zone: readingText.zones[next] })}
        </Button>
      </div>
    </div>
  );
}

function WaitingPanel({ reading, left, meter, handle }: Omit<QueuedPanelProps, 'isBrief'>) {
  const { answer } = reading;
  const online = useOnline();
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It replaces the button that was pressed.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const moment = showMoment(reading.takenAt);

  const work = async (what: () => Promise<unknown>) => {
    setBusy(true);
    await what().catch(() => undefined);
    setBusy(false);
  };
  const edit = () =>
    work(async () => {
      const withdrawn = await withdraw(reading);
      if (!withdrawn) return showTip('info', text.busy);
      const { values, photo, photoId, correctionReason } = withdrawn;
      handle.dispatch({
        type: 'withdrawn',
        values,
        unsentPhoto: photo,
        photoId,
        correctionReason,
        submissionError: toSubmissionError(answer),
      });
    });
  const discard = () =>
    work(async () => {
      showTip('info', (await withdraw(reading)) ? text.discarded : text.busy);
    });

  const more: Record<'late' | 'confirm' | 'none', ReactNode> = {
    late: (
      <Button busy={isBusy} onClick={() => work(() => resend(reading))}>
        {text.sendNow}
      </Button>
    ),
    confirm: answer?.kind === 'confirm' && (
      <Button kind="ink" busy={isBusy} onClick={() => work(() => resend(reading, answer.code))}>
        {text.agree}
      </Button>
    ),
    none: online && answer === undefined && (
      <Button busy={isBusy} onClick={() => work(sendQueued)}>
        {text.sendNow}
      </Button>
    ),
  };
  const next = answer?.kind === 'late' || answer?.kind === 'confirm' ? answer.kind : 'none';
  return (
    <div ref={box} tabIndex={-1} className={styles.panel}>
      <Notice
        kind={answer ? 'warn' : 'info'}
        live="status"
        title={titleOf(reading)}
        actions={
          <>
            {more[next]}
            <Button busy={isBusy} onClick={edit}>
              {left.length > 0 ? formatText(text.add, { zones: zoneList(left) }) : text.edit}
            </Button>
            <Button kind="plain" onClick={discard}>
              {text.discard}
            </Button>
          </>
        }
      >
        <dl className={styles.values} aria-label={text.values}>
          {meter.registers.flatMap(({ zone }) => {
            const value = reading.values[zone];
            return value === undefined || value === ''
              ? []
              : [
                  <div key={zone}>
                    <dt>{readingText.zones[zone]}</dt>
                    <dd>{value}</dd>
                  </div>,
                ];
          })}
        </dl>
        {left.length > 0 && <p>{formatText(readingText.partTitle, { zones: zoneList(left) })}.</p>}
        {(reading.photo || reading.photoId) && <p>{text.withPhoto}</p>}
        {!answer && reading.waitsFor && <p>{reading.waitsFor}</p>}
        <p>
          <MessageText>{messageOf(reading, moment)}</MessageText>
        </p>
        {answer && answer.kind !== 'late' && <p>{formatText(text.given, { moment })}</p>}
        {!answer && reading.tried && online && !reading.waitsFor && <p>{text.tried}</p>}
      </Notice>
    </div>
  );
}

function titleOf({ answer, waitsFor }: QueuedReading): string {
  if (answer === undefined) return waitsFor ? text.waitsServiceTitle : text.waitsTitle;
  if (answer.kind === 'late') return text.lateTitle;
  return answer.kind === 'confirm' ? text.confirmTitle : text.refusedTitle;
}

function messageOf({ answer, waitsFor }: QueuedReading, moment: string): string {
  if (answer === undefined) return formatText(waitsFor ? text.waitsService : text.waits, { moment });
  if (answer.kind === 'late') return formatText(text.late, { moment });
  return answer.kind === 'taken' ? answer.outcome.message : answer.message;
}

/** The error shown by the form when the reading is back in it. */
function toSubmissionError(answer: QueuedAnswer | undefined): SubmissionError | undefined {
  if (answer?.kind === 'photo') return { ...answer, zones: answer.zones ?? [] };
  return answer?.kind === 'refused' ? answer : undefined;
}
