import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tips.ts';
import { forgetAccount } from '../api.ts';
import type { Hindrance } from '../draft.ts';
import type { DraftHandle } from '../draft-store.ts';
import { messageAfterTitle } from '../message-after-title.ts';
import { MessageText } from '../message-text.tsx';
import type { MeterData } from '../reading-types.ts';
import { Receipt } from '../receipt.tsx';
import { text as readingText } from '../text.ts';
import { sendWaiting } from './send-waiting.ts';
import { text } from './text.ts';
import { forgetSeenReceipt, sendAnew, takeBack } from './waiting-actions.ts';
import styles from './waiting-panel.module.css';
import type { WaitingAnswer, WaitingReading } from './waiting-reading.ts';

interface WaitingPanelProps {
  isBrief: boolean;
  reading: WaitingReading;
  meter: MeterData;
  handle: DraftHandle;
}

/** In the place of the form: a reading that waits for the network, or what became of it. */
export function WaitingPanel({ isBrief, reading, meter, handle }: WaitingPanelProps) {
  const client = useQueryClient();
  const { answer } = reading;
  const kind = answer?.kind;
  useEffect(() => {
    if (kind === 'taken' || kind === 'refused') forgetAccount(client, reading.account).catch(() => undefined);
  }, [client, kind, reading.account]);
  if (answer?.kind === 'taken')
    return <Taken isBrief={isBrief} reading={reading} meter={meter} answer={answer} />;
  return <Waits reading={reading} meter={meter} handle={handle} />;
}

interface TakenProps extends Omit<WaitingPanelProps, 'handle'> {
  answer: Extract<WaitingAnswer, { kind: 'taken' }>;
}

function Taken({ isBrief, reading, meter, answer: { outcome, receipt } }: TakenProps) {
  const isUnderReview = outcome.kind === 'underReview';
  return (
    <div className={styles.panel}>
      <Receipt
        isBrief={isBrief}
        account={reading.account}
        title={isUnderReview ? readingText.reviewTitle : readingText.acceptedTitle}
        message={<MessageText>{messageAfterTitle(outcome.message)}</MessageText>}
        advice={outcome.advice?.message}
        isUnderReview={isUnderReview}
        meter={meter}
        facts={receipt}
        isNew={false}
        onCorrect={undefined}
      />
      <div className={styles.fine}>
        <Button
          onClick={() => {
            forgetSeenReceipt(reading).catch(() => undefined);
          }}
        >
          {text.fine}
        </Button>
      </div>
    </div>
  );
}

function Waits({ reading, meter, handle }: Omit<WaitingPanelProps, 'isBrief'>) {
  const { answer } = reading;
  const online = useOnline();
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It has taken the place of the button that was pressed.
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
      const taken = await takeBack(reading);
      if (!taken) return showTip('info', text.busy);
      const { values, photo, photoId, correctionReason } = taken;
      handle.dispatch({
        type: 'takenBack',
        values,
        keptPhoto: photo,
        photoId,
        correctionReason,
        hindrance: hindranceOf(answer),
      });
    });
  const discard = () =>
    work(async () => {
      showTip('info', (await takeBack(reading)) ? text.discarded : text.busy);
    });

  const more: Record<'late' | 'confirm' | 'none', ReactNode> = {
    late: (
      <Button busy={isBusy} onClick={() => work(() => sendAnew(reading))}>
        {text.sendNow}
      </Button>
    ),
    confirm: answer?.kind === 'confirm' && (
      <Button kind="ink" busy={isBusy} onClick={() => work(() => sendAnew(reading, answer.code))}>
        {text.agree}
      </Button>
    ),
    none: online && answer === undefined && (
      <Button busy={isBusy} onClick={() => work(sendWaiting)}>
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
        title={titleOf(answer)}
        actions={
          <>
            {more[next]}
            <Button busy={isBusy} onClick={edit}>
              {text.edit}
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
        {(reading.photo || reading.photoId) && <p>{text.withPhoto}</p>}
        <p>
          <MessageText>{messageOf(answer, moment)}</MessageText>
        </p>
        {answer && answer.kind !== 'late' && <p>{formatText(text.given, { moment })}</p>}
        {!answer && reading.tried && online && <p>{text.tried}</p>}
      </Notice>
    </div>
  );
}

function titleOf(answer: WaitingAnswer | undefined): string {
  if (answer === undefined) return text.waitsTitle;
  if (answer.kind === 'late') return text.lateTitle;
  return answer.kind === 'confirm' ? text.confirmTitle : text.refusedTitle;
}

function messageOf(answer: WaitingAnswer | undefined, moment: string): string {
  if (answer === undefined) return formatText(text.waits, { moment });
  if (answer.kind === 'late') return formatText(text.late, { moment });
  return answer.kind === 'taken' ? answer.outcome.message : answer.message;
}

/** What the form says when the reading is back in it. */
function hindranceOf(answer: WaitingAnswer | undefined): Hindrance | undefined {
  return answer?.kind === 'refused' || answer?.kind === 'photo' ? answer : undefined;
}
