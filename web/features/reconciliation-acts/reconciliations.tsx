import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { documentMonths, listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { supportMessages } from '#contract/messages/support-messages.ts';
import { checkMonths, type MonthSpan, maxDocumentMonths } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { type DocumentData, showMonths } from '#web/lib/document-work.ts';
import type { Refusal } from '#web/lib/form-problems.ts';
import type { Months } from '#web/lib/month-choices.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { actDocuments } from './act-documents.ts';
import formStyles from './act-form.module.css';
import { ActForm } from './act-form.tsx';
import listStyles from './act-list.module.css';
import { ActList } from './act-list.tsx';
import styles from './reconciliations.module.css';
import skeletonsStyles from './skeletons.module.css';
import { text } from './text.ts';
import { type ActAnswer, useActRequest } from './use-act-request.ts';

const rows = [1, 2];

/** Reserves the space of the form while the months are loading. */
function FormSkeleton() {
  return (
    <div className={formStyles.new} aria-busy="true">
      <VisuallyHidden>{text.monthsLoading}</VisuallyHidden>
      <div>
        <p className={formStyles.title}>
          <Skeleton shape="short" />
        </p>
        <p className={formStyles.quiet}>{text.about}</p>
      </div>
      <div className={skeletonsStyles.presets}>
        <Skeleton shape="title" />
      </div>
      <div className={formStyles.form}>
        <div className={skeletonsStyles.field}>
          <Skeleton shape="short" />
          <Skeleton shape="tile" />
        </div>
        <div className={skeletonsStyles.field}>
          <Skeleton shape="short" />
          <Skeleton shape="tile" />
        </div>
        <div className={formStyles.press}>
          <div className={skeletonsStyles.press} />
        </div>
      </div>
      <p className={formStyles.quiet}>{text.kept}</p>
    </div>
  );
}

/** Reserves the space of the list. */
function ListSkeleton() {
  return (
    <div className={listStyles.list} aria-busy="true">
      <VisuallyHidden>{text.actsLoading}</VisuallyHidden>
      <p className={listStyles.title}>
        <Skeleton />
      </p>
      <ul className={listStyles.acts}>
        {rows.map((row) => (
          <li key={row} className={listStyles.act}>
            <div>
              <Skeleton shape="title" />
              <Skeleton />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

const words = {
  tooEarly: supportMessages['documents.periodWrong'],
  tooLate: supportMessages['documents.periodWrong'],
  reversed: supportMessages['documents.monthsReversed'],
  tooLong: supportMessages['documents.monthsTooMany'],
} as const;

/** The server's check of the months, made before sending; undefined: valid. */
function refusalOfMonths(span: MonthSpan, { from, to }: Months): Refusal | undefined {
  const problems = checkMonths(span, billingPeriod(from), billingPeriod(to));
  if (problems.length === 0) return undefined;
  return {
    fields: Object.fromEntries(
      problems.map(({ at, problem }) => [
        at,
        { code: problem, text: formatText(words[problem], { n: maxDocumentMonths }) },
      ]),
    ),
  };
}

interface ReconciliationsProps {
  account: string;
  /** Links to continue with when there is nothing to reconcile yet. */
  links: ReactNode;
}

/** Reconciliation acts: request, progress, and the acts of the last 90 days. Each part fails alone. */
export function Reconciliations({ account, links }: ReconciliationsProps) {
  const months = useMonths(account);
  const list = useQuery(accountQuery(listDocuments, account, actDocuments));
  const { isBusy, request } = useActRequest(account);
  const [message, setMessage] = useState<{ kind: 'good' | 'bad'; words: string }>();

  const ask = async (chosen: Months, span?: MonthSpan): Promise<ActAnswer> => {
    setMessage(undefined);
    const refusal = span && refusalOfMonths(span, chosen);
    if (refusal) return { ok: false, refusal };
    const answer = await request(chosen);
    if (answer.ok) setMessage({ kind: 'good', words: answer.message });
    return answer;
  };
  const again = async (chosen: Months) => {
    const answer = await ask(chosen);
    if (answer.ok) return;
    const { message, fields } = answer.refusal;
    const words = message ?? Object.values(fields)[0]?.text ?? formatText(text.failedNow, wordsOf(chosen));
    setMessage({ kind: 'bad', words });
  };
  const end = useCallback((act: DocumentData) => {
    const isReady = act.state === 'ready';
    const words = formatText(isReady ? text.readyNow : text.failedNow, wordsOf(act));
    setMessage({ kind: isReady ? 'good' : 'bad', words });
  }, []);

  const documents = list.data?.documents;
  const hasNoMonths = months.data !== undefined && months.data.first === null;
  return (
    <div className={styles.panel}>
      <div>
        <Form months={months} isBusy={isBusy} links={links} onRequest={ask} />
        <div role="status" className={styles.said}>
          {message && <Notice kind={message.kind}>{message.words}</Notice>}
        </div>
      </div>
      {documents === undefined ? (
        list.error ? (
          <FailedPart
            title={text.actsFailed}
            message={failureOf(list.error).message}
            retryLabel={text.retry}
            retrying={list.isFetching}
            onRetry={() => list.refetch()}
          />
        ) : (
          <ListSkeleton />
        )
      ) : (
        (documents.length > 0 || !hasNoMonths) && (
          <ActList account={account} acts={documents} isBusy={isBusy} onEnd={end} onAgain={again} />
        )
      )}
    </div>
  );
}

interface FormProps {
  months: ReturnType<typeof useMonths>;
  isBusy: boolean;
  links: ReactNode;
  onRequest: (months: Months, span: MonthSpan) => Promise<ActAnswer>;
}

function Form({ months, isBusy, links, onRequest }: FormProps) {
  const { data, error, isFetching, refetch } = months;
  if (data === undefined) {
    return error ? (
      <FailedPart
        title={text.monthsFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <FormSkeleton />
    );
  }
  if (data.first === null || data.last === null) {
    return (
      <Notice kind="info" title={text.noMonths} actions={links}>
        {text.noMonthsWhy}
      </Notice>
    );
  }
  const span = { first: billingPeriod(data.first), last: billingPeriod(data.last) };
  return <ActForm span={span} isBusy={isBusy} onRequest={(chosen) => onRequest(chosen, span)} />;
}

function useMonths(account: string) {
  return useQuery(accountQuery(documentMonths, account, { kind: 'reconciliation' }));
}

const wordsOf = (months: Months) => ({ months: showMonths(months) });
