import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeAnswerTemplate, listAnswerTemplates } from '#contract/conversations/answer-templates.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Template, TemplateForm } from './template-form.tsx';
import styles from './templates.module.css';
import { text } from './text.ts';

type List = OutputOf<typeof listAnswerTemplates>;

const listKey = ['answerTemplates'] as const;
const noFilter = {};

const templatesQuery = () => ({
  queryKey: listKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => queryApi(listAnswerTemplates, {}, { signal }),
});

const templates = defineList({
  whole: templatesQuery,
  words: text,
  caption: () => text.all,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages: readonly List[]) => pages.flatMap((page) => page.templates),
  rowKey: ({ id }) => id,
  skeletonRows: 4,
});

interface RowActions {
  onEdit: (template: Template) => void;
  onSwitch: (template: Template) => void;
}

const columnsOf = ({ onEdit, onSwitch }: RowActions): readonly Column<Template>[] => [
  {
    key: 'what',
    title: text.title,
    cell: ({ title, text: words, events }) => (
      <details className={styles.words}>
        <summary>{title}</summary>
        <p className={styles.body}>{words}</p>
        <ul className={styles.events}>
          {events.length === 0 && <li>{text.shipped}</li>}
          {events.map(({ at, by, kind }) => (
            <li key={at + kind}>
              {formatText(text.event, { at: showMoment(at), by, kind: text.events[kind] })}
            </li>
          ))}
        </ul>
      </details>
    ),
  },
  { key: 'topic', title: text.forTopic, cell: ({ topic }) => topic || text.everyTopic },
  {
    key: 'state',
    title: text.state,
    cell: ({ isActive }) => (
      <StateMark tone={isActive ? 'good' : 'void'}>{isActive ? text.on : text.off}</StateMark>
    ),
  },
  {
    key: 'actions',
    title: text.actions,
    cell: (template) => (
      <Row gap="1">
        <Button onClick={() => onEdit(template)}>{text.toEdit}</Button>
        <Button onClick={() => onSwitch(template)}>
          {template.isActive ? text.switchOff : text.switchOn}
        </Button>
      </Row>
    ),
  },
];

/** Templates of answers: adding, changing, switching off and on. */
export function TemplatesManager() {
  const client = useQueryClient();
  const known = useQuery(templatesQuery());
  const [edited, setEdited] = useState<Template>();
  const [saved, setSaved] = useState(0);
  const [failed, setFailed] = useState('');
  const refresh = () => client.invalidateQueries({ queryKey: listKey }).catch(() => undefined);
  const switchOver = async ({ id, title, topicId, text: words, isActive, revision }: Template) => {
    const content = { id, title, topicId, text: words, revision, isActive: !isActive };
    const result = await callApi(changeAnswerTemplate, content);
    setFailed(result.ok ? '' : result.failure.message);
    await refresh();
  };
  return (
    <Stack gap="4">
      <Stack as="section" gap="2" aria-labelledby="write-template">
        <Text as="h2" size="l" id="write-template">
          {edited ? text.edit : text.write}
        </Text>
        {saved > 0 && !edited && (
          <Notice kind="good" live="status">
            {text.saved}
          </Notice>
        )}
        <TemplateForm
          key={edited ? `${edited.id} ${edited.revision}` : `new ${saved} ${known.data ? 'known' : ''}`}
          template={edited}
          topics={known.data?.topics ?? []}
          onSaved={() => {
            setEdited(undefined);
            setSaved(saved + 1);
            void refresh();
          }}
          {...(edited && { onCancel: () => setEdited(undefined) })}
        />
      </Stack>
      <Stack gap="2">
        <Text as="h2" size="l">
          {text.all}
        </Text>
        {failed && (
          <Notice kind="bad" live="alert" title={text.switchFailed}>
            {failed}
          </Notice>
        )}
        <RecordList
          list={templates}
          context={undefined}
          filter={noFilter}
          gap="2"
          view={{
            className: styles.table,
            columns: () =>
              columnsOf({ onEdit: setEdited, onSwitch: (template) => void switchOver(template) }),
          }}
        />
      </Stack>
    </Stack>
  );
}
