import { type FormEvent, useState } from 'react';
import { giveFeedback, type Mark, marks, maxFeedbackText, type Occasion } from '#contract/feedback.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { isMarked, rememberMark } from '#web/session/feedback/marked-pages.ts';
import { useRefusedReadings } from '#web/session/feedback/refused-reading.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './feedback-panel.module.css';
import { text } from './text.ts';

/** Mouths from sad to glad, on a grid of 24. */
const mouths: Readonly<Record<Mark, string>> = {
  1: 'M7.5 17c2-3.6 7-3.6 9 0',
  2: 'M8 16.4c2-1.8 6-1.8 8 0',
  3: 'M8 15.5h8',
  4: 'M8 14.6c2 1.9 6 1.9 8 0',
  5: 'M7.5 13.8c2 4 7 4 9 0z',
};

function Face({ mark }: { mark: Mark }) {
  return (
    <svg className={styles.face} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10" />
      <path d={`M8.5 9.2v.6M15.5 9.2v.6${mouths[mark]}`} />
    </svg>
  );
}

/** The cabinet in this browser, by the name of its script. */
function versionOf(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return (script?.src.split('/').at(-1) ?? '').slice(0, 40);
}

interface FeedbackPanelProps {
  /** Path in the page table; '': the address has no page. */
  page: string;
  /** Why it is asked; a refused reading changes it. */
  occasion: Exclude<Occasion, 'refusal'>;
}

/** Asks a customer for a mark of the page and, after it, for a text; once a day for a page. */
export function FeedbackPanel({ page, occasion }: FeedbackPanelProps) {
  const userId = useSessionStore(({ session }) => session?.userId ?? session?.id);
  return userId === undefined ? null : (
    <AskedOnce key={page} page={page} occasion={occasion} userId={userId} />
  );
}

function AskedOnce({ page, occasion, userId }: FeedbackPanelProps & { userId: string }) {
  const [isDone, setDone] = useState(() => isMarked(page, kyivDateOf(deviceNow()), userId));
  const [thanks, setThanks] = useState('');
  const refusals = useRefusedReadings();
  const [earlierRefusals] = useState(refusals);
  const isOnline = useOnline();
  if (isDone && thanks === '') return null;
  return (
    <section className={styles.panel} aria-label={text.label}>
      <Text role="status" tone="quiet">
        {thanks}
      </Text>
      {!isDone && isOnline && (
        <Question
          page={page}
          occasion={refusals > earlierRefusals ? 'refusal' : occasion}
          onDone={(words) => {
            rememberMark(page, kyivDateOf(deviceNow()), userId);
            setDone(true);
            setThanks(words);
          }}
        />
      )}
    </section>
  );
}

interface QuestionProps {
  page: string;
  occasion: Occasion;
  /** The server has the mark; its words. */
  onDone: (words: string) => void;
}

function Question({ page, occasion, onDone }: QuestionProps) {
  const [mark, setMark] = useState<Mark>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (mark === undefined || isBusy) return;
    const typed = String(new FormData(event.currentTarget).get('text') ?? '');
    setBusy(true);
    setProblem(undefined);
    const given = { page, occasion, mark, text: typed, version: versionOf() };
    const result = await callApi(giveFeedback, given);
    setBusy(false);
    if (result.ok) return onDone(text.thanks);
    if (result.failure.code === 'feedback.alreadyGiven') return onDone(result.failure.message);
    setProblem(result.failure.message);
  };
  return (
    <Stack as="form" gap="2" onSubmit={(event) => void send(event)}>
      <fieldset className={styles.marks} disabled={isBusy}>
        <legend>{text.questions[occasion]}</legend>
        <div className={styles.faces}>
          {marks.map((one) => (
            <label key={one} className={styles.mark} data-mark={one}>
              <input type="radio" name="mark" checked={one === mark} onChange={() => setMark(one)} />
              <Face mark={one} />
              {text.marks[one]}
            </label>
          ))}
        </div>
      </fieldset>
      {mark !== undefined && (
        <div className={styles.more}>
          <AreaField
            name="text"
            label={mark <= 3 ? text.what.low : text.what.high}
            hint={text.hint}
            rows={3}
            maxLength={maxFeedbackText}
          />
          {problem && (
            <Notice kind="bad" title={text.failed} live="status">
              {problem}
            </Notice>
          )}
          <div>
            <Button type="submit" kind="ink" busy={isBusy}>
              {isBusy ? text.sending : text.send}
            </Button>
          </div>
        </div>
      )}
    </Stack>
  );
}
