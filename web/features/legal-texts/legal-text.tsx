import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { readLegalText } from '#contract/legal-texts.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type LegalKey, legalKeys } from '#contract/values/legal-keys.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from './legal-texts.module.css';
import { text } from './text.ts';

type Answer = OutputOf<typeof readLegalText>;
type Span = Pick<Answer['text'], 'from' | 'until'>;
type State = 'present' | 'coming' | 'former';

/** The days of a version: the last one is that before the next version. */
const datesOf = ({ from, until }: Span) => ({
  from: from === null ? '' : showDate(from),
  until: until === null ? '' : showDate(addDays(localDate(until), -1)),
});

/** When a version counts, as a sentence. */
function stateText(span: Span, state: State): string {
  const { from } = span;
  const dates = datesOf(span);
  if (state === 'present') return from === null ? text.presentAlways : formatText(text.presentSince, dates);
  if (state === 'coming') return formatText(text.comingFrom, dates);
  return formatText(from === null ? text.formerFirst : text.former, dates);
}

function spanText(span: Span): string {
  const { from, until } = span;
  const dates = datesOf(span);
  if (until === null) return from === null ? text.always : formatText(text.since, dates);
  return formatText(from === null ? text.upTo : text.span, dates);
}

/** Of the list, the newest first: those above the present one are ahead. */
function stateOf({ versions, present }: Pick<Answer, 'versions' | 'present'>, version: string): State {
  const place = (wanted: string) => versions.findIndex((one) => one.version === wanted);
  if (version === present) return 'present';
  return place(version) < place(present) ? 'coming' : 'former';
}

interface LegalTextViewProps {
  text: Pick<Answer['text'], 'title' | 'from' | 'until' | 'summary'>;
  state: State;
  /** The page has this title already. */
  isTitled?: boolean;
  /** The blocks of the text. */
  children: ReactNode;
}

/** A version of a text with its days and, when it was written by staff, what is new in it. */
export function LegalTextView({ text: shownText, state, isTitled = false, children }: LegalTextViewProps) {
  return (
    <article className={styles.text}>
      {!isTitled && <h2>{shownText.title}</h2>}
      <Text tone="quiet">{stateText(shownText, state)}</Text>
      {shownText.from !== null && (
        <div className={styles.summary}>
          <Text isStrong>{text.changes}</Text>
          <p>{shownText.summary}</p>
        </div>
      )}
      {children}
    </article>
  );
}

interface LegalTextProps {
  textKey: LegalKey;
  /** Absent: the one in force. */
  version: string | undefined;
  blocks: (blocks: Answer['text']['blocks']) => ReactNode;
}

/** A legal text for everybody: in force, or in a former version by its date. */
export function LegalText({ textKey, version, blocks }: LegalTextProps) {
  const query = useQuery({
    queryKey: ['legalText', textKey, version ?? ''],
    queryFn: ({ signal }) =>
      queryApi(readLegalText, { key: textKey, ...(version && { version }) }, { signal }),
  });
  return (
    <main id="content" className={styles.main}>
      <div className={styles.words} data-tone="dusk">
        <PageTitle title={text.names[textKey]} suffix={text.product} />
      </div>
      <div className={styles.paper}>
        <div className={styles.page}>
          <QueryPart
            query={query}
            failed={text.failed}
            skeleton={<RowsSkeleton label={text.loading} rows={8} />}
          >
            {(answer) => {
              const state = stateOf(answer, answer.text.version);
              return (
                <>
                  <LegalTextView
                    text={answer.text}
                    state={state}
                    isTitled={answer.text.title === text.names[textKey]}
                  >
                    {state !== 'present' && (
                      <Link to="/legal" search={{ text: textKey }}>
                        {text.toPresent}
                      </Link>
                    )}
                    {blocks(answer.text.blocks)}
                  </LegalTextView>
                  <Versions textKey={textKey} answer={answer} />
                </>
              );
            }}
          </QueryPart>
        </div>
      </div>
    </main>
  );
}

function Versions({ textKey, answer }: { textKey: LegalKey; answer: Answer }) {
  return (
    <div className={styles.side}>
      <Stack as="section" gap="1" aria-labelledby="versions">
        <h2 id="versions">{text.versions}</h2>
        <ul className={styles.links}>
          {answer.versions.map(({ version, ...span }) => {
            const state = stateOf(answer, version);
            return (
              <li key={version}>
                <Link
                  to="/legal"
                  search={{ text: textKey, ...(state !== 'present' && { version }) }}
                  aria-current={version === answer.text.version ? 'true' : undefined}
                  activeProps={{}}
                >
                  {spanText(span)}
                </Link>{' '}
                {state === 'present' && <Text as="span">{text.isPresent}</Text>}
                {state === 'coming' && <Text as="span">{text.isComing}</Text>}
              </li>
            );
          })}
        </ul>
      </Stack>
      <Stack as="section" gap="1" aria-labelledby="other-texts">
        <h2 id="other-texts">{text.others}</h2>
        <ul className={styles.links}>
          {legalKeys
            .filter((key) => key !== textKey)
            .map((key) => (
              <li key={key}>
                <Link to="/legal" search={{ text: key }}>
                  {text.names[key]}
                </Link>
              </li>
            ))}
        </ul>
      </Stack>
    </div>
  );
}
