import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  addServiceNotice,
  changeServiceNotice,
  everyPage,
  maxNoticeText,
  noticeAudiences,
} from '#contract/notices/manage-notices.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField, Values } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { fromKyivInput, toKyivInput } from '#web/lib/time/kyiv-input.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { MovingLine } from '../moving-line.tsx';
import styles from './manager.module.css';
import { PagesField } from './pages-field.tsx';
import { text } from './text.ts';

export type Notice = OutputOf<typeof addServiceNotice>['notice'];

const usualPosition = '50';

const fieldsOf = (nameOf: (page: string) => string): readonly FormField[] => [
  {
    name: 'text',
    check: (value) => (value.trim() === '' ? { code: 'field.required' } : undefined),
    show: (control) => (
      <AreaField
        {...control}
        label={text.words}
        hint={formatText(text.wordsHint, { max: maxNoticeText })}
        rows={2}
        maxLength={maxNoticeText}
      />
    ),
  },
  {
    name: 'audience',
    show: (control) => (
      <SelectField {...control} label={text.audience} hint={text.audienceHint}>
        {noticeAudiences.map((audience) => (
          <option key={audience} value={audience}>
            {text.audiences[audience]}
          </option>
        ))}
      </SelectField>
    ),
  },
  {
    name: 'pages',
    check: (value) => (value === '' ? { code: 'pages', text: text.pagesWanted } : undefined),
    show: (control) => <PagesField control={control} nameOf={nameOf} />,
  },
  {
    name: 'from',
    check: (value) =>
      fromKyivInput(value) === undefined ? { code: 'from', text: text.fromWanted } : undefined,
    show: (control) => <TextField {...control} type="datetime-local" label={text.from} />,
  },
  {
    name: 'until',
    show: ({ required: _, ...control }) => (
      <TextField {...control} type="datetime-local" label={text.until} hint={text.untilHint} />
    ),
  },
  {
    name: 'position',
    check: (value) =>
      /^[1-9]\d?$/.test(value) ? undefined : { code: 'position', text: text.positionWanted },
    show: (control) => (
      <TextField
        {...control}
        label={text.position}
        hint={text.positionHint}
        inputMode="numeric"
        maxLength={2}
      />
    ),
  },
];

/** What is in the fields at first: of a notice, or of a new one that begins now. */
function typedOf(notice: Notice | undefined): Values {
  if (notice === undefined)
    return {
      audience: 'everybody',
      pages: everyPage,
      from: toKyivInput(deviceNow()),
      position: usualPosition,
    };
  const { text: words, audience, pages, from, until, position } = notice;
  return {
    text: words,
    audience,
    pages: pages.join(' '),
    from: toKyivInput(instantFromIso(from)),
    until: until === null ? '' : toKyivInput(instantFromIso(until)),
    position: String(position),
  };
}

interface NoticeFormProps {
  /** The one to change; absent: a new one. */
  notice?: Notice | undefined;
  nameOf: (page: string) => string;
  onSaved: (notice: Notice) => void;
  onCancel?: () => void;
}

/** Text, pages, audience, time and order of a service message, with the moving line as phones and desks show it. */
export function NoticeForm({ notice, nameOf, onSaved, onCancel }: NoticeFormProps) {
  const [words, setWords] = useState(notice?.text ?? '');
  const [requestId] = useState(newRequestId);
  return (
    <div className={styles.editor}>
      <FormStep
        fields={fieldsOf(nameOf)}
        problems={text.problems}
        submit={notice ? text.change : text.save}
        busy={text.saving}
        kind="ink"
        takesFocus={notice !== undefined}
        form={{
          className: styles.form,
          onChange: ({ target }) => {
            if (target instanceof HTMLTextAreaElement) setWords(target.value);
          },
        }}
        actions={(button) => (
          <Row gap="1">
            {button}
            {onCancel && <Button onClick={onCancel}>{text.cancel}</Button>}
          </Row>
        )}
        typed={typedOf(notice)}
        send={async (typed) => {
          const content = {
            text: typed('text'),
            audience: typed('audience') as Notice['audience'],
            pages: typed('pages').split(' '),
            from: fromKyivInput(typed('from')) ?? '',
            until: fromKyivInput(typed('until')) ?? null,
            position: Number(typed('position')),
          };
          const result = notice
            ? await callApi(changeServiceNotice, { ...content, id: notice.id, revision: notice.revision })
            : await callApi(addServiceNotice, { ...content, requestId });
          if (!result.ok) return result.failure;
          onSaved(result.data.notice);
          return undefined;
        }}
      />
      <Preview message={words.trim().replace(/\s+/g, ' ')} />
    </div>
  );
}

function Preview({ message }: { message: string }) {
  const shown = message || text.sample;
  return (
    <Stack as="section" gap="2" aria-label={text.preview}>
      <Text tone="quiet">{text.preview}</Text>
      {(['phone', 'desk'] as const).map((device) => (
        <figure key={device} className={styles.device} data-device={device}>
          <figcaption>{text[device]}</figcaption>
          <div className={styles.screen}>
            <MovingLine key={shown.length} message={shown} label={`${text.previewLine}: ${text[device]}`} />
          </div>
        </figure>
      ))}
    </Stack>
  );
}
