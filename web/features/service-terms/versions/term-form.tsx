import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { TermContent } from '#contract/service-terms/term-changes.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { ReviewedChange, reasonField } from '#web/lib/dated-changes/dated-changes.tsx';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate } from '#web/lib/format.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import type { TermChange } from './api.ts';
import { TermEffects } from './term-effects.tsx';
import { fieldsOf, readContent } from './term-fields.tsx';
import { changedLines, shownVersion } from './term-words.ts';
import { text } from './text.ts';

/** What was typed in the form, as it is reviewed and sent. */
interface Draft {
  readonly typed: Readonly<Record<string, string>>;
  readonly content: TermContent;
  readonly validFrom: string;
  readonly reason: string;
}

const dayField = (earliest: string, latest: string): FormField => ({
  name: 'validFrom',
  wanted: formatText(text.wanted.validFrom, { from: showDate(earliest), to: showDate(latest) }),
  check: (typed) =>
    parseLocalDate(typed) === undefined || typed < earliest || typed > latest
      ? { code: 'field.required' }
      : undefined,
  show: ({ required: _, defaultValue = earliest, ...control }) => (
    <TextField
      {...control}
      type="date"
      min={earliest}
      max={latest}
      label={text.validFrom}
      hint={formatText(text.validFromHint, { date: showDate(earliest) })}
      defaultValue={defaultValue}
    />
  ),
});

interface TermFormProps {
  /** What the version follows: the last one planned, or what is in force. */
  now: TermContent;
  /** The first day that it can count from. */
  earliest: string;
  /** The last one. */
  latest: string;
  /** What others changed since the form was opened; `now` has it already. */
  conflict: readonly TermChange[];
  /** Answers the refusal, or nothing when it is saved. */
  save: (content: TermContent, validFrom: string, reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Plans a version: its values first, then what changes, which is saved. */
export function TermForm({ now, earliest, latest, conflict, save, onCancel }: TermFormProps) {
  const [draft, setDraft] = useState<Draft>();
  const [isReviewed, setReviewed] = useState(false);
  if (draft !== undefined && isReviewed) {
    const { content, validFrom, reason } = draft;
    return (
      <ReviewedChange
        conflictTitle={text.conflictTitle}
        conflict={conflict}
        {...shownVersion}
        lead={formatText(text.reviewLead, { date: showDate(validFrom) })}
        lines={changedLines(now, content)}
        reason={reason}
        save={() => save(content, validFrom, reason)}
        onBack={() => setReviewed(false)}
      >
        <TermEffects content={content} />
      </ReviewedChange>
    );
  }
  const fields = [...fieldsOf(now), dayField(earliest, latest), reasonField];
  return (
    <FormStep
      fields={fields}
      {...(draft && { typed: draft.typed })}
      problems={text.problems}
      submit={text.toReview}
      busy={text.reviewing}
      kind="ink"
      takesFocus
      send={async (value) => {
        const content = readContent(now, value);
        if (changedLines(now, content).length === 0) return { message: text.nothing, fields: {} };
        const typed = Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
        setDraft({ typed, content, validFrom: value('validFrom'), reason: value('reason') });
        setReviewed(true);
        return undefined;
      }}
      actions={withCancel(text.cancel, onCancel)}
    />
  );
}
