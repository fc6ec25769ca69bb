import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type ConversationFileData,
  createTicket,
  maxConversationText,
  type TopicData,
  type ticketForm,
} from '#contract/conversations.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { noAccount } from '#contract/fields.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { checkSubjectField } from '#domain/conversations/check-subject.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { FieldControl, FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep, ruledBy } from '#web/lib/form/form-step.tsx';
import { showDate } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { loadDigits, saveDigits } from '#web/session/typed-digits.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { text } from './text.ts';
import { TicketFiles } from './ticket-files.tsx';
import { ticketFormQuery, ticketOpened } from './ticket-queries.ts';
import styles from './tickets.module.css';
import { ticketAdded } from './tickets-state.ts';

/** What a link into the form fills in. */
interface TicketPrefill {
  readonly topic?: string | undefined;
  readonly meter?: string | undefined;
  readonly period?: string | undefined;
  readonly reading?: string | undefined;
}

interface NewTicketProps {
  account: string;
  prefill: TicketPrefill;
  linkToList: ReactNode;
  /** The link to a ticket that is open already. */
  linkTo: (id: string, words: string) => ReactNode;
  onCreated: (id: string, message: string) => void;
}

/** The form of a new ticket: what it is about, who decides and by when, then its fields. */
export function NewTicket({ account, linkToList, ...props }: NewTicketProps) {
  const query = useQuery(ticketFormQuery(account));
  return (
    <div className={styles.form}>
      <div className={styles.back}>{linkToList}</div>
      <Text as="h2" size="l">
        {text.formTitle}
      </Text>
      <Text tone="quiet" isNumeric>
        {account === noAccount ? text.noAccount : formatText(text.account, { account })}
      </Text>
      <QueryPart
        query={query}
        failed={text.formFailed}
        skeleton={<RowsSkeleton label={text.loading} rows={4} />}
      >
        {(form) => <Form account={account} form={form} {...props} />}
      </QueryPart>
    </div>
  );
}

interface FormProps extends Omit<NewTicketProps, 'linkToList'> {
  form: OutputOf<typeof ticketForm>;
}

/** What is typed is kept until the tab is closed or the ticket is sent. */
const draftKey = (account: string) => `ticket/${account}`;

function Form({ account, form, prefill, linkTo, onCreated }: FormProps) {
  const [draft] = useState(() => loadDigits(draftKey(account)));
  const [topicId, setTopicId] = useState(prefill.topic ?? draft.topic ?? '');
  const [isSecond, setSecond] = useState(false);
  const topic = form.topics.find((one) => one.topicId === topicId);
  return (
    <Stack gap="2">
      <SelectField
        id="topic"
        label={text.topic}
        value={topic?.topicId ?? ''}
        onChange={({ target }) => {
          setTopicId(target.value);
          setSecond(false);
          saveDigits(draftKey(account), { ...loadDigits(draftKey(account)), topic: target.value });
        }}
      >
        <option value="" disabled>
          {text.chooseTopic}
        </option>
        {form.topics.map((one) => (
          <option key={one.topicId} value={one.topicId}>
            {one.title}
          </option>
        ))}
      </SelectField>
      {topic && <WhoDecides topic={topic} operator={form.operator} />}
      {topic?.openTicket && !isSecond && (
        <Notice
          kind="warn"
          live="status"
          title={formatText(text.openTicketTitle, { number: topic.openTicket.number })}
          actions={
            <>
              {linkTo(topic.openTicket.id, formatText(text.goToTicket, { number: topic.openTicket.number }))}
              <Button kind="plain" onClick={() => setSecond(true)}>
                {text.anotherQuestion}
              </Button>
            </>
          }
        >
          {text.openTicket}
        </Notice>
      )}
      {topic && (topic.openTicket === null || isSecond) && (
        <TopicForm
          key={topic.topicId}
          {...{ account, topic, form, prefill, onCreated }}
          draft={draft.topic === topic.topicId ? draft : {}}
        />
      )}
    </Stack>
  );
}

/** Said before the ticket is sent: who decides, by when, what to attach. */
function WhoDecides({ topic, operator }: { topic: TopicData; operator: FormProps['form']['operator'] }) {
  const { responsible, dueOn, hint, documents } = topic;
  const decides =
    responsible === 'supplier' ? text.supplierDecides : (operator?.name ?? text.operatorDecides);
  return (
    <Notice
      kind="info"
      title={`${text.decides}: ${operator && responsible === 'operator' ? decides : decides.toLowerCase()}`}
    >
      <p>{hint}</p>
      {responsible === 'operator' && operator?.phone && (
        <p>
          <a href={`tel:${operator.phone.replace(/[^\d+]/g, '')}`}>{operator.phone}</a>
        </p>
      )}
      <p>{formatText(text.dueIfSent, { date: showDate(dueOn) })}</p>
      {documents.length > 0 && <p>{formatText(text.attach, { list: documents.join(', ') })}</p>}
    </Notice>
  );
}

type SubjectField = TopicData['fields'][number];

const inputTypes: Readonly<Partial<Record<SubjectField['kind'], 'date' | 'month'>>> = {
  date: 'date',
  period: 'month',
};
const hints: Readonly<Partial<Record<SubjectField['kind'], string>>> = {
  iban: text.ibanHint,
  number: text.numberHint,
  money: text.moneyHint,
};
const longestValue = 500;

function SubjectControl({
  field,
  control,
  meters,
}: {
  field: SubjectField;
  control: FieldControl;
  meters: readonly string[];
}) {
  const label = field.isRequired ? field.label : formatText(text.optional, { label: field.label });
  const { required, ...rest } = control;
  const shared = { ...rest, ...(field.isRequired && { required }), label };
  // A link may name a meter that is not among those that are installed.
  const known = control.defaultValue === undefined || meters.includes(control.defaultValue);
  if (field.kind === 'meter' && meters.length > 1 && known)
    return (
      <SelectField {...shared}>
        {meters.map((serial) => (
          <option key={serial}>{serial}</option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      {...shared}
      type={inputTypes[field.kind] ?? 'text'}
      hint={hints[field.kind]}
      maxLength={longestValue}
      autoComplete="off"
      {...((field.kind === 'number' || field.kind === 'money') && { inputMode: 'decimal' as const })}
    />
  );
}

interface TopicFormProps extends Pick<FormProps, 'account' | 'form' | 'prefill' | 'onCreated'> {
  topic: TopicData;
  draft: Readonly<Record<string, string>>;
}

const nameOf = (field: Pick<SubjectField, 'name'>) => `fields.${field.name}`;

function TopicForm({ account, topic, form, prefill, draft, onCreated }: TopicFormProps) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly ConversationFileData[]>([]);
  const [requestId] = useState(newRequestId);
  /** What the link says, else what was typed before, else what is known of the account. */
  const filledIn = (field: SubjectField): string => {
    const { meters, lastPeriod } = form;
    const kept = draft[nameOf(field)];
    if (field.kind === 'meter') return prefill.meter ?? kept ?? meters[0] ?? '';
    if (field.kind === 'period') return prefill.period ?? kept ?? lastPeriod ?? '';
    return (field.name === 'reading' ? prefill.reading : undefined) ?? kept ?? '';
  };
  const subjectFields = topic.fields.map(
    (field): FormField => ({
      name: nameOf(field),
      wanted: formatText(text.fieldWanted, { label: field.label }),
      read: tidyText,
      check: (value) => checkSubjectField(field, value),
      show: (control) => <SubjectControl field={field} control={control} meters={form.meters} />,
    }),
  );
  const typed = {
    title: draft.title ?? topic.title,
    text: draft.text ?? '',
    ...Object.fromEntries(topic.fields.map((field) => [nameOf(field), filledIn(field)])),
  };
  return (
    <FormStep
      problems={text.problems}
      submit={text.send}
      busy={text.sending}
      typed={typed}
      form={{
        className: styles.form,
        onChange: ({ target }) => {
          const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (!isText || target.name === '' || target.type === 'file') return;
          const kept = loadDigits(draftKey(account));
          saveDigits(draftKey(account), { ...kept, topic: topic.topicId, [target.name]: target.value });
        },
      }}
      actions={(button) => <div>{button}</div>}
      fields={[
        ...subjectFields,
        {
          name: 'title',
          wanted: text.titleHint,
          ...ruledBy('title'),
          show: (control) => (
            <TextField
              {...control}
              label={text.title}
              hint={text.titleHint}
              maxLength={120}
              autoComplete="off"
            />
          ),
        },
        {
          name: 'text',
          wanted: text.textWanted,
          read: (value) => value.trim(),
          check: (value) => (value === '' ? { code: 'field.required' } : undefined),
          show: (control) => (
            <AreaField {...control} label={text.body} rows={6} maxLength={maxConversationText} />
          ),
        },
        {
          name: 'fileIds',
          show: ({ name }) => <TicketFiles key={name} account={account} files={files} onChange={setFiles} />,
        },
      ]}
      send={async (value) => {
        const created = await callApi(createTicket, {
          account,
          topicId: topic.topicId,
          title: value('title'),
          text: value('text'),
          fields: topic.fields.flatMap((field) => {
            const typedValue = value(nameOf(field));
            return typedValue === '' ? [] : [{ name: field.name, value: typedValue }];
          }),
          fileIds: files.map((file) => file.id),
          requestId,
        });
        if (!created.ok) return created.failure;
        const { ticket, message } = created.data;
        saveDigits(draftKey(account), {});
        ticketAdded(ticket);
        await ticketOpened(client, account);
        onCreated(ticket.id, message);
        return undefined;
      }}
    />
  );
}
