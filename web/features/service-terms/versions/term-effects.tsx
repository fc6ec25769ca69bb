import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import type { MovedChat, MovedRequest, TermContent } from '#contract/service-terms/term-changes.ts';
import { termSubjectName } from '#domain/service-terms/standard-words.template.ts';
import { daysBetween, localDate } from '#domain/time/local-date.ts';
import { ChangedLines } from '#web/lib/dated-changes/dated-changes.tsx';
import { Extremes } from '#web/lib/dated-changes/extremes.tsx';
import { showDate, showMoment, showNumber } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { type TermPreview, termPreviewQuery } from './api.ts';
import { text } from './text.ts';

/** What a version would change: open requests with another last day, chats within the hours; how many, and which most. */
export function TermEffects({ content }: { content: TermContent }) {
  return (
    <QueryPart
      query={useQuery(termPreviewQuery(content))}
      failed={text.effectsFailed}
      skeleton={<RowsSkeleton label={text.effectsLoading} rows={3} />}
    >
      {({ requests, chats }) => (
        <Stack gap="2">
          {requests !== null && <RequestEffects requests={requests} />}
          {chats !== null && <ChatEffects chats={chats} />}
          {content.kind === 'chat' && <Text tone="quiet">{text.chatsKeep}</Text>}
          {requests === null && chats === null && <Text tone="quiet">{text.noEffects}</Text>}
        </Stack>
      )}
    </QueryPart>
  );
}

type Counts = NonNullable<TermPreview['requests']>;
type Kind = Counts['kinds'][number];

/** «3, до 2 днів»; «0». */
const movedWords = (count: number, days: number) =>
  count === 0 ? showNumber(0) : formatText(text.moved, { count: showNumber(count), days });

/** «3 раніше, до 2 днів»; what no request has is left out. */
function kindWords({ earlier, later, mostEarlier, mostLater }: Kind): string {
  const words = [
    ...(earlier > 0 ? [formatText(text.kindEarlier, { moved: movedWords(earlier, mostEarlier) })] : []),
    ...(later > 0 ? [formatText(text.kindLater, { moved: movedWords(later, mostLater) })] : []),
  ];
  return words.join('; ') || text.kindSame;
}

const kindColumns: readonly Column<Kind>[] = [
  { key: 'kind', title: text.kindOf, cell: ({ code }) => termSubjectName('standard', code) },
  { key: 'of', title: text.openOf, numeric: true, cell: ({ of }) => showNumber(of) },
  { key: 'moved', title: text.lastDayOf, cell: kindWords },
];

/** An open conversation, which its number leads to. */
function ConversationLink({ account, id, number }: Pick<MovedRequest, 'account' | 'id' | 'number'>) {
  return (
    <Link to="/cabinet/admin/management/desk" search={{ account, id }}>
      {formatText(text.conversationNumber, { number })}
    </Link>
  );
}

function movedDays({ dueOn, wouldBeDueOn }: MovedRequest): string {
  const days = daysBetween(localDate(dueOn), localDate(wouldBeDueOn));
  return formatText(days < 0 ? text.daysLess : text.daysMore, { n: Math.abs(days) });
}

const requestColumns: readonly Column<MovedRequest>[] = [
  {
    key: 'number',
    title: text.request,
    cell: (row) => (
      <>
        <ConversationLink {...row} />
        <Text size="s" tone="quiet">
          {termSubjectName('standard', row.code)}
        </Text>
      </>
    ),
  },
  {
    key: 'dueOn',
    title: text.lastDay,
    cell: (row) => (
      <>
        <Text isNumeric>
          {formatText(text.becomes, { before: showDate(row.dueOn), after: showDate(row.wouldBeDueOn) })}
        </Text>
        <Text size="s" tone="quiet" isNumeric>
          {movedDays(row)}
        </Text>
      </>
    ),
  },
];

function RequestEffects({ requests }: { requests: Counts }) {
  const { of, earlier, later, mostEarlier, mostLater, kinds, toEarlier, toLater } = requests;
  return (
    <>
      <ChangedLines
        isFigures
        lines={[
          { name: text.requestsOf, words: showNumber(of) },
          { name: text.requestsEarlier, words: movedWords(earlier, mostEarlier) },
          { name: text.requestsLater, words: movedWords(later, mostLater) },
        ]}
      />
      {kinds.length > 1 && (
        <DataTable caption={text.byKind} rows={kinds} rowKey={({ code }) => code} columns={kindColumns} />
      )}
      {earlier + later > 0 && (
        <Extremes
          summary={text.mostMoved}
          lists={[
            { title: text.toEarlier, none: text.nobodyEarlier, rows: toEarlier },
            { title: text.toLater, none: text.nobodyLater, rows: toLater },
          ]}
          rowKey={({ id }) => id}
          columns={requestColumns}
        />
      )}
      <Text tone="quiet">{text.requestsKeep}</Text>
    </>
  );
}

const chatColumns: readonly Column<MovedChat>[] = [
  { key: 'number', title: text.chat, cell: (row) => <ConversationLink {...row} /> },
  { key: 'openedAt', title: text.chatBegan, numeric: true, cell: ({ openedAt }) => showMoment(openedAt) },
];

function ChatEffects({ chats }: { chats: NonNullable<TermPreview['chats']> }) {
  const { of, before, after, toOutside, toInside } = chats;
  const figures = { before: showNumber(before), after: showNumber(after), of: showNumber(of) };
  return (
    <>
      <ChangedLines
        isFigures
        lines={[{ name: text.chatsWithin, words: formatText(text.becomesOf, figures) }]}
      />
      {toOutside.length + toInside.length > 0 && (
        <Extremes
          summary={text.movedChats}
          lists={[
            { title: text.toOutside, none: text.nobodyOutside, rows: toOutside },
            { title: text.toInside, none: text.nobodyInside, rows: toInside },
          ]}
          rowKey={({ id }) => id}
          columns={chatColumns}
        />
      )}
    </>
  );
}
