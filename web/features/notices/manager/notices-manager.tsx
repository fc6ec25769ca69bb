import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { endServiceNotice, everyPage, listServiceNotices } from '#contract/notices/manage-notices.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice as NoticeBox } from '#web/ui/notice.tsx';
import styles from './manager.module.css';
import { type Notice, NoticeForm } from './notice-form.tsx';
import { text } from './text.ts';

type List = OutputOf<typeof listServiceNotices>;

const listKey = ['serviceNotices'] as const;
const noFilter = {};

const notices = defineList({
  whole: () => ({
    queryKey: listKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => queryApi(listServiceNotices, {}, { signal }),
  }),
  words: text,
  caption: () => text.all,
  empty: () => (
    <NoticeBox kind="info" title={text.emptyTitle}>
      {text.empty}
    </NoticeBox>
  ),
  rows: (pages: readonly List[]) => pages.flatMap((page) => page.notices),
  rowKey: ({ id }) => id,
  skeletonRows: 3,
});

const tones = { planned: 'wait', shown: 'good', ended: 'void' } as const;

function pagesInWords(pages: readonly string[], nameOf: (page: string) => string): string {
  const [first = '', ...others] = pages;
  if (first === everyPage) return text.allPages;
  const page = nameOf(first);
  return others.length === 0 ? page : formatText(text.morePages, { page, n: others.length });
}

/** What was done with a message, newest first. */
function Events({ events }: Pick<Notice, 'events'>) {
  return (
    <ul className={styles.events}>
      {events.map(({ at, by, kind }) => (
        <li key={at + kind}>
          {formatText(text.event, { at: showMoment(at), by: by || text.server, kind: text.events[kind] })}
        </li>
      ))}
    </ul>
  );
}

interface RowActions {
  nameOf: (page: string) => string;
  onEdit: (notice: Notice) => void;
  onEnd: (notice: Notice) => void;
}

const columnsOf = ({ nameOf, onEdit, onEnd }: RowActions): readonly Column<Notice>[] => [
  {
    key: 'what',
    title: text.words,
    cell: ({ text: words, events }) => (
      <details className={styles.words}>
        <summary>{words}</summary>
        <Events events={events} />
      </details>
    ),
  },
  {
    key: 'state',
    title: text.state,
    cell: ({ state }) => <StateMark tone={tones[state]}>{text.states[state]}</StateMark>,
  },
  {
    key: 'where',
    title: text.where,
    cell: ({ pages, audience }) => `${pagesInWords(pages, nameOf)}. ${text.audiences[audience]}`,
  },
  {
    key: 'when',
    title: text.when,
    cell: ({ from, until }) =>
      until === null
        ? formatText(text.openEnd, { from: showMoment(from) })
        : formatText(text.span, { from: showMoment(from), until: showMoment(until) }),
  },
  { key: 'place', title: text.place, numeric: true, cell: ({ position }) => showNumber(position) },
  {
    key: 'actions',
    title: text.actions,
    cell: (notice) =>
      notice.state !== 'ended' && (
        <Row gap="1">
          <Button onClick={() => onEdit(notice)}>{text.toEdit}</Button>
          <Button onClick={() => onEnd(notice)}>{text.toEnd}</Button>
        </Row>
      ),
  },
];

/** Service messages: what is shown, planned and ended; adding, changing and ending one. */
export function NoticesManager({ nameOf }: { nameOf: (page: string) => string }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Notice>();
  const [ending, setEnding] = useState<Notice>();
  const [saved, setSaved] = useState(0);
  const refresh = () => client.invalidateQueries({ queryKey: listKey });
  return (
    <Stack gap="4">
      <Stack as="section" gap="2" aria-labelledby="write-notice">
        <Text as="h2" size="l" id="write-notice">
          {edited ? text.edit : text.write}
        </Text>
        {saved > 0 && !edited && (
          <NoticeBox kind="good" live="status">
            {text.saved}
          </NoticeBox>
        )}
        <NoticeForm
          key={edited ? `${edited.id} ${edited.revision}` : saved}
          notice={edited}
          nameOf={nameOf}
          onSaved={() => {
            setEdited(undefined);
            setSaved(saved + 1);
            refresh().catch(() => undefined);
          }}
          {...(edited && { onCancel: () => setEdited(undefined) })}
        />
      </Stack>
      <Stack gap="2">
        <Text as="h2" size="l">
          {text.all}
        </Text>
        <RecordList
          list={notices}
          context={undefined}
          filter={noFilter}
          gap="2"
          view={{
            className: styles.table,
            columns: () => columnsOf({ nameOf, onEdit: setEdited, onEnd: setEnding }),
          }}
        />
      </Stack>
      <EndDialog notice={ending} onClose={() => setEnding(undefined)} onEnded={refresh} />
    </Stack>
  );
}

interface EndDialogProps {
  notice: Notice | undefined;
  onClose: () => void;
  onEnded: () => Promise<void>;
}

function EndDialog({ notice, onClose, onEnded }: EndDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const end = async () => {
    if (!notice) return;
    setBusy(true);
    const result = await callApi(endServiceNotice, { id: notice.id, revision: notice.revision });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    await onEnded();
    close();
  };
  return (
    <Dialog
      open={notice !== undefined}
      title={text.endTitle}
      closeLabel={text.close}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="danger" busy={isBusy} onClick={() => void end()}>
            {text.toEnd}
          </Button>
        </>
      }
    >
      <Stack gap="2">
        <Text>{formatText(text.endLead, { text: notice?.text ?? '' })}</Text>
        {failure && (
          <NoticeBox kind="bad" live="alert">
            {failure.message}
          </NoticeBox>
        )}
      </Stack>
    </Dialog>
  );
}
