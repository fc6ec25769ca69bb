import { useState } from 'react';
import {
  addAnswerTemplate,
  changeAnswerTemplate,
  type listAnswerTemplates,
  maxTemplateText,
} from '#contract/conversations/answer-templates.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { exampleValues, fillAnswer, unknownPlaces } from '#domain/conversations/answer-variables.template.ts';
import { callApi } from '#web/lib/api.ts';
import type { FormField, Values } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from './templates.module.css';
import { text } from './text.ts';

type List = OutputOf<typeof listAnswerTemplates>;
export type Template = List['templates'][number];

function unknownWords(value: string): string | undefined {
  const names = unknownPlaces(value);
  return names.length > 0 ? formatText(text.unknown, { names: names.join(', ') }) : undefined;
}

const fieldsOf = (topics: List['topics']): readonly FormField[] => [
  {
    name: 'title',
    check: (value) => (value.trim().length < 3 ? { code: 'title', text: text.titleWanted } : undefined),
    show: (control) => (
      <TextField {...control} label={text.title} hint={text.titleHint} maxLength={120} autoComplete="off" />
    ),
  },
  {
    name: 'topicId',
    show: (control) => (
      <SelectField {...control} label={text.forTopic}>
        <option value="">{text.everyTopic}</option>
        {topics.map(({ topicId, title }) => (
          <option key={topicId} value={topicId}>
            {title}
          </option>
        ))}
      </SelectField>
    ),
  },
  {
    name: 'text',
    check: (value) => {
      if (value.trim() === '') return { code: 'text', text: text.wordsWanted };
      const unknown = unknownWords(value);
      return unknown === undefined ? undefined : { code: 'variable', text: unknown };
    },
    show: (control) => (
      <AreaField
        {...control}
        label={text.words}
        hint={text.wordsHint}
        rows={10}
        maxLength={maxTemplateText}
      />
    ),
  },
];

const typedOf = (template: Template | undefined): Values =>
  template === undefined
    ? {}
    : { title: template.title, topicId: template.topicId ?? '', text: template.text };

interface TemplateFormProps {
  /** The one to change; absent: a new one. */
  template: Template | undefined;
  topics: List['topics'];
  onSaved: () => void;
  onCancel?: () => void;
}

/** Name, topic and text of a template, with the text as a customer would read it. */
export function TemplateForm({ template, topics, onSaved, onCancel }: TemplateFormProps) {
  const [words, setWords] = useState(template?.text ?? '');
  const [requestId] = useState(newRequestId);
  return (
    <div className={styles.editor}>
      <FormStep
        fields={fieldsOf(topics)}
        problems={text.problems}
        submit={template ? text.change : text.save}
        busy={text.saving}
        kind="ink"
        takesFocus={template !== undefined}
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
        typed={typedOf(template)}
        send={async (typed) => {
          const content = {
            title: typed('title'),
            topicId: typed('topicId') || null,
            text: typed('text'),
          };
          const result = template
            ? await callApi(changeAnswerTemplate, {
                ...content,
                id: template.id,
                isActive: template.isActive,
                revision: template.revision,
              })
            : await callApi(addAnswerTemplate, { ...content, requestId });
          if (!result.ok) return result.failure;
          onSaved();
          return undefined;
        }}
      />
      <Stack as="section" gap="1" aria-label={text.preview}>
        <Text tone="quiet">{text.preview}</Text>
        <p className={styles.preview}>{fillAnswer(words, exampleValues) || text.previewEmpty}</p>
        <Text tone="quiet" size="s" role="status">
          {unknownWords(words) ?? text.previewNote}
        </Text>
      </Stack>
    </div>
  );
}
