import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { documentFile } from '#contract/documents.ts';
import { mayUse } from '#contract/identity/company-roles.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { getReconciliationAct } from '#contract/reconciliation-acts.ts';
import type { ActRow, EntityAct } from '#contract/values/reconciliation-act.ts';
import { compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { downloadFile } from '#web/lib/api.ts';
import { isSomeMoney, showDate, showMoment, showMoney } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { compareAct, Differences } from '../differences.tsx';
import { ActStateMark, actName } from './act-list.tsx';
import { DisagreementForm } from './disagreement-form.tsx';
import styles from './entity-acts.module.css';
import { text } from './text.ts';

type Answer = OutputOf<typeof getReconciliationAct>;
type MadeAct = Answer & { contents: EntityAct };

interface EntityActViewProps {
  account: string;
  documentId: string;
  /** Back to the list, on a phone. */
  linkToList: ReactNode;
  linkToAct: (documentId: string, words: string) => ReactNode;
  /** Who has signed the act, and the button that signs it. */
  signing: (act: Answer['act']) => ReactNode;
}

const askAgainMs = 1500;

/** One reconciliation act as its PDF says it, its signatures, and the disagreement with it. */
export function EntityActView({ account, documentId, linkToList, ...links }: EntityActViewProps) {
  const query = useQuery({
    ...accountQuery(getReconciliationAct, account, { documentId }),
    refetchInterval: ({ state }) => (isInWork(state.data?.act.state) ? askAgainMs : false),
  });
  return (
    <Stack gap="3">
      <div className={styles.back}>{linkToList}</div>
      <QueryPart
        query={query}
        failed={text.actFailed}
        skeleton={<RowsSkeleton label={text.actLoading} rows={6} />}
      >
        {({ contents, ...answer }) =>
          contents === null ? (
            <UnmadeAct act={answer.act} />
          ) : (
            <LoadedAct account={account} {...answer} contents={contents} {...links} />
          )
        }
      </QueryPart>
    </Stack>
  );
}

const isInWork = (state: Answer['act']['state'] | undefined) => state === 'queued' || state === 'making';

/** An act whose rows are not there: it is in work, or its making failed. */
function UnmadeAct({ act }: Pick<Answer, 'act'>) {
  if (isInWork(act.state))
    return (
      <Notice kind="info" live="status">
        {text.notReady}
      </Notice>
    );
  return (
    <Notice kind="bad" title={text.notMade} live="status">
      {act.reason ?? text.askAnew}
    </Notice>
  );
}

const sumText = (wire: string) => (isSomeMoney(wire) ? showMoney(wire) : '');

const columns: readonly Column<ActRow & { place: number }>[] = [
  { key: 'date', title: text.date, cell: ({ date }) => showDate(date) },
  { key: 'document', title: text.document, cell: ({ document }) => document },
  { key: 'debit', title: text.debit, numeric: true, cell: ({ debit }) => sumText(debit) },
  { key: 'credit', title: text.credit, numeric: true, cell: ({ credit }) => sumText(credit) },
];

/** The last day of an act. */
const lastDayOf = ({ to }: EntityAct) => showDate(addDays(firstDayAfter(billingPeriod(to)), -1));

function LoadedAct({
  account,
  act,
  contents,
  disagreement,
  signing,
  linkToAct,
}: MadeAct & Omit<EntityActViewProps, 'documentId' | 'linkToList'>) {
  const isOnline = useOnline();
  const [isTyping, setTyping] = useState(false);
  const [message, setMessage] = useState<string>();
  const person = useSessionStore((state) => state.session?.company);
  const mayDisagree =
    mayUse(person, 'documents', 'change') && (act.state === 'made' || act.state === 'signedBySupplier');
  return (
    <Stack as="article" gap="4" aria-labelledby="act">
      <Stack gap="15">
        <Row gap="2" align="center">
          <h2 id="act" className={styles.title}>
            {actName(act)}
          </h2>
          <ActStateMark {...act} />
        </Row>
        <Text tone="quiet" size="s">
          {formatText(text.madeOn, {
            date: showDate(contents.madeOn),
            number: contents.contractNumber,
            contractDate: showDate(contents.contractDate),
          })}
        </Text>
        <Conclusion contents={contents} />
        <DownloadButtons
          label={text.files}
          labels={{ pdf: text.pdf }}
          busyLabel={text.filesBusy}
          download={() => downloadFile(documentFile, { account, documentId: act.documentId })}
        />
      </Stack>
      <Stack gap="1">
        <Text size="s">
          {formatText(text.opening, { date: showDate(firstDay(billingPeriod(contents.from))) })}:{' '}
          <strong>{showMoney(contents.opening)}</strong>
        </Text>
        <DataTable
          caption={text.table}
          captionHidden
          phoneLayout={styles.entries}
          columns={columns}
          rows={contents.rows.map((row, place) => ({ ...row, place }))}
          rowKey={({ place }) => String(place)}
          total={{
            date: text.turnover,
            debit: showMoney(contents.turnover.debit),
            credit: showMoney(contents.turnover.credit),
          }}
        />
        <Text size="s">
          {formatText(text.closing, { date: lastDayOf(contents) })}:{' '}
          <strong>{showMoney(contents.closing)}</strong>
        </Text>
      </Stack>
      {message && (
        <Notice kind="good" live="status">
          {message}
        </Notice>
      )}
      {disagreement ? (
        <Disagreement contents={contents} disagreement={disagreement} linkToAct={linkToAct} />
      ) : isTyping && mayDisagree ? (
        <DisagreementForm
          account={account}
          documentId={act.documentId}
          contents={contents}
          onSent={(words) => {
            setTyping(false);
            setMessage(words);
          }}
          onCancel={() => setTyping(false)}
        />
      ) : (
        <>
          {signing(act)}
          {mayDisagree && (
            <Row gap="1">
              <Button kind="quiet" disabled={!isOnline} onClick={() => setTyping(true)}>
                {text.disagree}
              </Button>
            </Row>
          )}
        </>
      )}
    </Stack>
  );
}

/** In whose favour the debt is on the last day. */
function Conclusion({ contents }: { contents: EntityAct }) {
  const sum = moneyFromWire(contents.closing);
  const order = compareMoney(sum, zeroMoney);
  const date = lastDayOf(contents);
  if (order === 0) return <p>{formatText(text.noDebt, { date })}</p>;
  const [name, size] = order > 0 ? [contents.seller.name, sum] : [contents.customer.name, negateMoney(sum)];
  return (
    <p>
      <Text as="span" size="s" tone="quiet">
        {formatText(text.debt, { date, name })}
      </Text>
      <br />
      <MoneyFigure sum={formatMoney(size)} unit={text.unit} size="l" />
    </p>
  );
}

interface DisagreementProps {
  contents: EntityAct;
  disagreement: NonNullable<Answer['disagreement']>;
  linkToAct: EntityActViewProps['linkToAct'];
}

function Disagreement({ contents, disagreement, linkToAct }: DisagreementProps) {
  const { opening, rows, comment, by, sentAt, outcome, answer, answeredAt, newDocumentId } = disagreement;
  return (
    <Stack as="section" gap="15" aria-labelledby="differences">
      <h3 id="differences">{text.differences}</h3>
      <Text size="s" tone="quiet">
        {formatText(by === '' ? text.sentNow : text.sent, { by, moment: showMoment(sentAt) })}
      </Text>
      {comment !== '' && <p className={styles.said}>{comment}</p>}
      <Differences comparison={compareAct(contents, opening, rows)} />
      {outcome === null || answeredAt === null ? (
        <Text size="s">{text.waits}</Text>
      ) : (
        <>
          <Text size="s" tone="quiet">
            {formatText(text.answer, { moment: showMoment(answeredAt) })}
          </Text>
          <p className={styles.said}>{answer}</p>
          <p>
            {text.outcomes[outcome]} {newDocumentId !== null && linkToAct(newDocumentId, text.toNewAct)}
          </p>
        </>
      )}
    </Stack>
  );
}
