import { type FormEvent, useId, useState } from 'react';
import { giveFeedback, type Mark, maxFeedbackText, type Occasion } from '#contract/feedback.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { isMarked, rememberMark } from '#web/session/feedback/marked-pages.ts';
import { useRefusedReadings } from '#web/session/feedback/refused-reading.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './feedback-panel.module.css';
import { text } from './text.ts';

/** The mark of each answer. Source: decision 0203. */
const markOf = { yes: 4, no: 2 } as const satisfies Record<string, Mark>;

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

/** Asks a customer in one line whether the page is convenient, and after a no for a text; once a day for a page. */
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
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (mark: Mark, typed: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const given = { page, occasion, mark, text: typed, version: versionOf() };
    const result = await callApi(giveFeedback, given);
    setBusy(false);
    if (result.ok) return onDone(text.thanks);
    if (result.failure.code === 'feedback.alreadyGiven') return onDone(result.failure.message);
    setProblem(result.failure.message);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(markOf.no, String(new FormData(event.currentTarget).get('text') ?? ''));
  };
  return (
    <Stack as="form" gap="1" onSubmit={submit}>
      <Row gap="05" align="center" role="group" aria-labelledby={id}>
        <Text as="span" id={id}>
          {text.questions[occasion]}
        </Text>
        <Button kind="plain" busy={isBusy} onClick={() => void send(markOf.yes, '')}>
          {text.yes}
        </Button>
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          {text.no}
        </Button>
      </Row>
      {isOpen && (
        <AreaField name="text" label={text.what} hint={text.hint} rows={3} maxLength={maxFeedbackText} />
      )}
      {problem && (
        <Notice kind="bad" title={text.failed} live="status">
          {problem}
        </Notice>
      )}
      {isOpen && (
        <div>
          <Button type="submit" kind="ink" busy={isBusy}>
            {isBusy ? text.sending : text.send}
          </Button>
        </div>
      )}
    </Stack>
  );
}
