import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { documentMonths, listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { MonthSpan } from '#domain/documents/check-months.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { type DocumentData, showMonths } from '#web/lib/document-work.ts';
import type { Months } from '#web/lib/month-choices.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ActForm } from './act-form.tsx';
import { ActList } from './act-list.tsx';
import { ofActs } from './of-acts.ts';
import styles from './reconciliations.module.css';
import { refusalOfMonths } from './refusal-of-months.ts';
import { text } from './text.ts';
import { type ActAnswer, useActRequest } from './use-act-request.ts';
import { FormWaiting, ListWaiting } from './waiting.tsx';

interface ReconciliationsProps {
  account: string;
  /** Where one goes on when there is nothing to reconcile yet. */
  links: ReactNode;
}

/** Acts of reconciliation: asks for one, tells how far it is, keeps those of 90 days. Each part fails alone. */
export function Reconciliations({ account, links }: ReconciliationsProps) {
  const months = useMonths(account);
  const list = useQuery(accountQuery(listDocuments, account, ofActs));
  const { isBusy, request } = useActRequest(account);
  const [said, setSaid] = useState<{ kind: 'good' | 'bad'; words: string }>();

  const ask = async (chosen: Months, span?: MonthSpan): Promise<ActAnswer> => {
    setSaid(undefined);
    const refusal = span && refusalOfMonths(span, chosen);
    if (refusal) return { ok: false, refusal };
    const answer = await request(chosen);
    if (answer.ok) setSaid({ kind: 'good', words: answer.message });
    return answer;
  };
  const again = async (chosen: Months) => {
    const answer = await ask(chosen);
    if (answer.ok) return;
    const { message, fields } = answer.refusal;
    const words = message ?? Object.values(fields)[0]?.text ?? formatText(text.failedNow, wordsOf(chosen));
    setSaid({ kind: 'bad', words });
  };
  const end = useCallback((act: DocumentData) => {
    const isReady = act.state === 'ready';
    const words = formatText(isReady ? text.readyNow : text.failedNow, wordsOf(act));
    setSaid({ kind: isReady ? 'good' : 'bad', words });
  }, []);

  const documents = list.data?.documents;
  const hasNoMonths = months.data !== undefined && months.data.first === null;
  return (
    <div className={styles.panel}>
      <div>
        <Form months={months} isBusy={isBusy} links={links} onRequest={ask} />
        <div role="status" className={styles.said}>
          {said && <Notice kind={said.kind}>{said.words}</Notice>}
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
          <ListWaiting />
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
      <FormWaiting />
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
