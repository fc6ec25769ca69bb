import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { maxPastChanges } from '#contract/values/dates.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './dated-changes.module.css';
import { text } from './dated-changes-text.ts';

/** A change that counts from a day or a moment. */
interface DatedChange {
  readonly changeId: string;
  readonly state: 'planned' | 'inForce' | 'undone';
  readonly reason: string;
  readonly author: string;
  readonly savedAt: string;
  readonly undone: { readonly at: string; readonly by: string; readonly reason: string } | null;
  readonly canUndo: boolean;
}

/** One thing that a change says anew. */
export interface ChangedLine {
  readonly name: string;
  readonly words: string;
}

interface DatedChangesProps<Change extends DatedChange> {
  changes: readonly Change[];
  /** From when it counts, as a person reads it. */
  dateOf: (change: Change) => string;
  linesOf: (change: Change) => readonly ChangedLine[];
  /** Absent: nothing is undone here. */
  onUndo?: ((change: Change) => void) | undefined;
}

const tones: Readonly<Record<DatedChange['state'], StateTone>> = {
  planned: 'wait',
  inForce: 'good',
  undone: 'void',
};

/** Dated changes: when, what, why, by whom. */
function ChangeList<Change extends DatedChange>({
  changes,
  dateOf,
  linesOf,
  onUndo,
}: DatedChangesProps<Change>) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => {
        const { changeId, state, reason, author, savedAt, undone, canUndo } = change;
        const date = dateOf(change);
        return (
          <li key={changeId}>
            <div className={styles.when}>
              <p>{formatText(text.from, { date })}</p>
              <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
            </div>
            <ChangedLines lines={linesOf(change)} />
            <div className={styles.who}>
              <Text size="s">{formatText(text.reasonOf, { reason })}</Text>
              <Text size="s" tone="quiet" isNumeric>
                {formatText(text.by, { name: author, moment: showMoment(savedAt) })}
              </Text>
              {undone && (
                <Text size="s" tone="quiet" isNumeric>
                  {formatText(text.undoneBy, {
                    name: undone.by,
                    moment: showMoment(undone.at),
                    reason: undone.reason,
                  })}
                </Text>
              )}
              {canUndo && onUndo && (
                <div>
                  <Button aria-label={formatText(text.undoOf, { date })} onClick={() => onUndo(change)}>
                    {text.undo}
                  </Button>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What a change says anew, or figures of what it does. */
export function ChangedLines({ lines, isFigures }: { lines: readonly ChangedLine[]; isFigures?: boolean }) {
  return (
    <dl className={isFigures ? styles.effects : styles.values}>
      {lines.map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DatedSectionsProps<Change extends DatedChange> extends DatedChangesProps<Change> {
  /** Of the ids of the headings. */
  name: string;
  inForce: string;
  noHistory: string;
  /** Groups of what is in force. */
  children: ReactNode;
}

/** Planned changes, what is in force, and former changes. */
export function DatedSections<Change extends DatedChange>(props: DatedSectionsProps<Change>) {
  const { name, inForce, noHistory, children, changes, dateOf, linesOf, onUndo } = props;
  const planned = changes.filter(({ state }) => state === 'planned');
  const past = changes.filter(({ state }) => state !== 'planned');
  const shown = { dateOf, linesOf };
  return (
    <>
      <section className={styles.part} aria-labelledby={`${name}-planned`}>
        <h2 id={`${name}-planned`}>{text.planned}</h2>
        {planned.length === 0 ? (
          <Text tone="quiet">{text.noPlanned}</Text>
        ) : (
          <ChangeList changes={planned} {...shown} onUndo={onUndo} />
        )}
      </section>
      <section className={styles.part} aria-labelledby={`${name}-in-force`}>
        <h2 id={`${name}-in-force`}>{inForce}</h2>
        <div className={styles.groups}>{children}</div>
      </section>
      <section className={styles.part} aria-labelledby={`${name}-history`}>
        <h2 id={`${name}-history`}>{text.history}</h2>
        {past.length === 0 ? <Text tone="quiet">{noHistory}</Text> : <ChangeList changes={past} {...shown} />}
        {past.length >= maxPastChanges && (
          <Text tone="quiet">{formatText(text.newest, { n: maxPastChanges })}</Text>
        )}
      </section>
    </>
  );
}

interface InForceGroupProps {
  id: string;
  title: string;
  /** Absent: who looks at it may not change it. */
  onChange?: (() => void) | undefined;
  /** `InForceRow`s. */
  children: ReactNode;
  /** Below the rows. */
  more?: ReactNode;
}

/** What is in force and is changed together. */
export function InForceGroup({ id, title, onChange, children, more }: InForceGroupProps) {
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{title}</h3>
        {onChange && (
          <Button
            kind="plain"
            aria-label={formatText(text.changeOf, { words: text.change, group: title })}
            onClick={onChange}
          >
            {text.change}
          </Button>
        )}
      </div>
      <dl className={styles.rows}>{children}</dl>
      {more && <div className={styles.more}>{more}</div>}
    </section>
  );
}

interface InForceRowProps {
  name: string;
  about?: string | undefined;
  value: string | undefined;
  /** Planned values with their days, in their order. */
  next?: readonly { readonly changeId: string; readonly value: string; readonly date: string }[];
}

export function InForceRow({ name, about, value, next = [] }: InForceRowProps) {
  return (
    <div className={styles.row}>
      <dt>
        {name}
        {about && <span className={styles.about}>{about}</span>}
      </dt>
      <dd>
        {value}
        {next.map(({ changeId, ...planned }) => (
          <span key={changeId} className={styles.next}>
            {formatText(text.willBe, planned)}
          </span>
        ))}
      </dd>
    </div>
  );
}

export const reasonField: FormField = {
  name: 'reason',
  wanted: text.reasonWanted,
  read: (typed) => typed.trim(),
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: ({ required: _, ...control }) => (
    <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
  ),
};

interface UndoFormProps {
  send: (reason: string) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** Takes a planned change back, with a reason. */
export function UndoForm({ send, onCancel }: UndoFormProps) {
  return (
    <Stack gap="2">
      <p>{text.undoLead}</p>
      <FormStep
        fields={[reasonField]}
        problems={text.problems}
        submit={text.undo}
        busy={text.undoing}
        kind="danger"
        takesFocus
        send={(value) => send(value('reason'))}
        actions={withCancel(text.cancel, onCancel)}
      />
    </Stack>
  );
}

interface ReviewedChangeProps<Change extends DatedChange>
  extends Omit<DatedChangesProps<Change>, 'changes' | 'onUndo'> {
  conflictTitle: string;
  /** What others changed since the form was opened. */
  conflict: readonly Change[];
  /** From when it will count. */
  lead: string;
  lines: readonly ChangedLine[];
  reason: string;
  save: () => Promise<ApiFailure | undefined>;
  onBack: () => void;
  /** What the change would do. */
  children: ReactNode;
}

/** What a change is and does, before it is saved. */
export function ReviewedChange<Change extends DatedChange>(props: ReviewedChangeProps<Change>) {
  const { conflictTitle, conflict, lead, lines, reason, save, onBack, children, dateOf, linesOf } = props;
  return (
    <Stack gap="3">
      {conflict.length > 0 && (
        <Notice kind="warn" live="alert" title={conflictTitle}>
          <Stack gap="1">
            <p>{text.conflictLead}</p>
            <ChangeList changes={conflict} dateOf={dateOf} linesOf={linesOf} />
          </Stack>
        </Notice>
      )}
      <p>{lead}</p>
      <ChangedLines lines={lines} />
      <section aria-labelledby="change-effects">
        <h3 id="change-effects">{text.effects}</h3>
        {children}
      </section>
      <Text tone="quiet">{formatText(text.reasonOf, { reason })}</Text>
      <FormStep
        fields={[]}
        problems={text.problems}
        submit={text.save}
        busy={text.saving}
        kind="ink"
        send={save}
        actions={withCancel(text.back, onBack)}
      />
    </Stack>
  );
}

/** The changes that a refusal tells of; none: it tells of nothing that can be shown. */
export function changesOfRefusal<Change extends DatedChange>({ details }: ApiFailure): readonly Change[] {
  const changes: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'changes') : undefined;
  return Array.isArray(changes) ? (changes as Change[]) : [];
}
