import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  type ConversationData,
  type ConversationFileData,
  type ConversationMessageData,
  closeTicket,
  maxConversationText,
  replyToTicket,
  ticketFile,
} from '#contract/conversations.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { isDone } from '#domain/conversations/conversation-state.ts';
import { callApi } from '#web/lib/api.ts';
import { FileList } from '#web/lib/files/file-list.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showMoment, showSum } from '#web/lib/format.ts';
import { useLiveSubject } from '#web/lib/query/live.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type Mark, RateAnswer } from './rate-answer.tsx';
import { text } from './text.ts';
import { TicketFiles } from './ticket-files.tsx';
import { markRead, ticketChanged, ticketQuery } from './ticket-queries.ts';
import { dueWords, TicketState } from './ticket-state.tsx';
import styles from './tickets.module.css';

interface TicketViewProps {
  account: string;
  id: string;
  linkToList: ReactNode;
  /** What has just happened to it. */
  news?: string | undefined;
}

/** One ticket with its messages. Whoever opens it has read it. */
export function TicketView({ account, id, linkToList, news }: TicketViewProps) {
  const live = useLiveSubject('conversation', `${account}/${id}`);
  const isOlder = (shown: ConversationData | undefined) => {
    if (live === undefined || shown === undefined) return false;
    const newest = shown.messages.at(-1)?.seq ?? 0;
    return live.lastSeq > newest || (live.lastSeq === newest && live.state !== shown.state);
  };
  const query = useQuery(ticketQuery(account, id, isOlder));
  const hasChanged = isOlder(query.data?.ticket);
  const { refetch } = query;
  // Also for each state that comes while an answer is on its way: what it brings may be older.
  useEffect(() => {
    if (hasChanged && live) void refetch();
  }, [hasChanged, live, refetch]);
  return (
    <Stack gap="2">
      <div className={styles.back}>{linkToList}</div>
      {news && !(query.data && isDone(query.data.ticket.state)) && (
        <Notice kind="good" live="status">
          {news}
        </Notice>
      )}
      <QueryPart query={query} failed={text.failed} skeleton={<RowsSkeleton label={text.loading} rows={6} />}>
        {({ ticket }) => <Ticket account={account} ticket={ticket} />}
      </QueryPart>
    </Stack>
  );
}

function Ticket({ account, ticket }: { account: string; ticket: ConversationData }) {
  const client = useQueryClient();
  const mayWrite = useMay('support', 'change');
  const { id, isNew } = ticket;
  const newest = ticket.messages.at(-1)?.seq ?? 0;
  // Once for the newest message: a mark that failed is not tried again until the ticket is opened anew.
  const marked = useRef(0);
  useEffect(() => {
    if (!isNew || marked.current >= newest) return;
    marked.current = newest;
    void markRead(client, account, ticket);
  }, [isNew, newest, client, account, ticket]);
  return (
    <article className={styles.ticket}>
      <Head ticket={ticket} />
      <ol className={styles.messages} aria-label={text.conversation}>
        {ticket.messages.map((message) => (
          <Message key={message.seq} account={account} message={message} />
        ))}
      </ol>
      {ticket.history.length > 1 && (
        <Disclosure summary={text.history}>
          <ul className={styles.history}>
            {ticket.history.map(({ at, state }) => (
              <li key={`${at}${state}`}>
                <time dateTime={at}>{showMoment(at)}</time> — {text.states[state]}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {ticket.rating && (
        <Text tone="quiet">{formatText(text.rated, { mark: text.marks[ticket.rating.mark as Mark] })}</Text>
      )}
      {mayWrite && ticket.canRate && (
        <RateAnswer account={account} id={id} onRated={(rated) => ticketChanged(client, account, rated)} />
      )}
      {mayWrite ? (
        <Reply key={id} account={account} ticket={ticket} />
      ) : (
        <Text tone="quiet">{text.noRight}</Text>
      )}
    </article>
  );
}

/** Lines that no empty line parts. */
const paragraphs = /[^\n]+(?:\n[^\n]+)*/g;

function Message({ account, message }: { account: string; message: ConversationMessageData }) {
  const { author, sentAt } = message;
  const isOwn = author === 'customer';
  return (
    <li className={styles.message} data-own={isOwn ? '' : undefined}>
      <p className={styles.line}>
        <span className={styles.author}>{isOwn ? text.you : text.supplier}</span>
        <time dateTime={sentAt}>{showMoment(sentAt)}</time>
      </p>
      <div className={styles.text}>
        {[...message.text.matchAll(paragraphs)].map(({ index, 0: paragraph }) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <FileList call={ticketFile} account={account} files={message.files} />
    </li>
  );
}

/** What came of a compensation, and where the money is seen. */
function compensationWords({
  state,
  sum,
  dueBy,
  bookedOn,
  reversedOn,
  exclusion,
}: ConversationData['compensations'][number]): string {
  const words = { sum: showSum(sum), date: showDate(reversedOn ?? bookedOn ?? dueBy) };
  if (exclusion !== null) return `${text.compensations.excluded} ${text.exclusions[exclusion]}`;
  return formatText(text.compensations[state], words);
}

function Head({ ticket }: { ticket: ConversationData }) {
  const { dueOn, operator, responsible, receivedOn } = ticket;
  const decides =
    responsible === 'supplier' ? text.supplierDecides : (operator?.name ?? text.operatorDecides);
  return (
    <Stack gap="1">
      <Text as="h2" size="l">
        {ticket.title}
      </Text>
      <Row gap="2" align="center">
        <TicketState ticket={ticket} />
        <Text as="span" tone="quiet" size="s" isNumeric>
          {formatText(text.number, { number: ticket.number })}
          {ticket.topic !== ticket.title && ` · ${ticket.topic}`}
          {receivedOn && ` · ${formatText(text.receivedOn, { date: showDate(receivedOn) })}`}
        </Text>
      </Row>
      {dueOn && <Text isStrong>{dueWords(dueOn)}</Text>}
      {ticket.compensations.map((compensation) => (
        <Notice
          key={`${compensation.state} ${compensation.dueBy}`}
          kind={compensation.state === 'booked' ? 'good' : 'info'}
          title={text.breached}
        >
          {compensationWords(compensation)}
        </Notice>
      ))}
      <dl className={styles.facts}>
        <div>
          <dt>{text.decides}</dt>
          <dd>
            {decides}{' '}
            {operator?.phone && <a href={`tel:${operator.phone.replace(/[^\d+]/g, '')}`}>{operator.phone}</a>}
          </dd>
        </div>
        {ticket.subject.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

function Reply({ account, ticket }: { account: string; ticket: ConversationData }) {
  const client = useQueryClient();
  const id = useId();
  const [files, setFiles] = useState<readonly ConversationFileData[]>([]);
  // The same for the same words, however often they are sent; another one for the next message.
  const [requestId, setRequestId] = useState(newRequestId);
  const [isClosing, setClosing] = useState(false);
  const close = async () => {
    setClosing(true);
    const closed = await callApi(closeTicket, { account, id: ticket.id });
    setClosing(false);
    if (closed.ok) ticketChanged(client, account, closed.data.ticket);
    else showTip('bad', closed.failure.message);
  };
  return (
    <div className={styles.reply}>
      <FormStep
        key={requestId}
        kind={ticket.state === 'waitingCustomer' ? 'lamp' : 'ink'}
        problems={text.problems}
        submit={text.send}
        busy={text.sending}
        form={{ className: styles.form }}
        actions={(button) => (
          <Row gap="1">
            {button}
            {ticket.canClose && (
              <Button data-changes kind="plain" busy={isClosing} onClick={() => void close()}>
                {isClosing ? text.closing : text.close}
              </Button>
            )}
          </Row>
        )}
        fields={[
          {
            name: 'reply',
            wanted: text.textWanted,
            read: (typed) => typed.trim(),
            check: (value) => (value === '' ? { code: 'field.required' } : undefined),
            show: (control) => (
              <AreaField
                {...control}
                id={id}
                label={text.reply}
                hint={isDone(ticket.state) ? text.reopens : undefined}
                rows={4}
                maxLength={maxConversationText}
              />
            ),
          },
          {
            name: 'fileIds',
            show: ({ name }) => (
              <TicketFiles key={name} account={ticket.account} files={files} onChange={setFiles} />
            ),
          },
        ]}
        send={async (typed) => {
          const sent = await callApi(replyToTicket, {
            account,
            id: ticket.id,
            text: typed('reply'),
            fileIds: files.map((file) => file.id),
            requestId,
          });
          if (!sent.ok) return sent.failure;
          setFiles([]);
          setRequestId(newRequestId());
          ticketChanged(client, account, sent.data.ticket);
          return undefined;
        }}
      />
    </div>
  );
}
