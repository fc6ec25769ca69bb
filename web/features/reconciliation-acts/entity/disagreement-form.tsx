import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useMemo, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { disagreeWithAct, maxDisagreementText } from '#contract/reconciliation-acts.ts';
import { type EntityAct, maxCustomerRows } from '#contract/values/reconciliation-act.ts';
import { readReconciliationRows } from '#domain/documents/read-reconciliation-rows.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { isSomeMoney, showDate } from '#web/lib/format.ts';
import { wantedNumberText } from '#web/lib/numbers/number-problem.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { compareAct, Differences } from '../differences.tsx';
import styles from './entity-acts.module.css';
import { text } from './text.ts';

/** Problems of lines that are named at once. */
const shownProblems = 5;

/** The documents of an act as the books of the customer have them: its debit is their credit. */
function mirrored({ rows }: EntityAct): string {
  const sum = (wire: string) => (isSomeMoney(wire) ? wire.replace('.', ',') : '');
  return rows
    .map(({ date, document, debit, credit }) =>
      [showDate(date), document, sum(credit), sum(debit)].join('; '),
    )
    .join('\n');
}

interface DisagreementFormProps {
  account: string;
  documentId: string;
  contents: EntityAct;
  onSent: (message: string) => void;
  onCancel: () => void;
}

/** The customer's half of an act: typed, pasted or of a CSV file, compared while it is typed. */
export function DisagreementForm({ account, documentId, contents, onSent, onCancel }: DisagreementFormProps) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [opening, setOpening] = useState(contents.opening);
  const read = useMemo(() => readReconciliationRows(typed), [typed]);
  const rows = useMemo(
    () =>
      read.rows.map(({ debit, credit, ...row }) => ({
        ...row,
        debit: moneyToWire(debit),
        credit: moneyToWire(credit),
      })),
    [read],
  );
  const openingSum = parseMoney(opening);
  const fill = (words: string) => {
    const area = box.current?.querySelector('textarea');
    if (!area) return;
    area.value = words;
    setTyped(words);
    area.focus();
  };
  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) fill(await file.text());
    event.target.value = '';
  };
  return (
    <Stack as="section" gap="15" aria-labelledby="disagreement">
      <h3 id="disagreement">{text.disagreeTitle}</h3>
      <Text size="s">{text.disagreeAbout}</Text>
      <Row gap="1">
        <Button kind="quiet" onClick={() => fill(mirrored(contents))}>
          {text.fill}
        </Button>
        <label className={buttonClass('quiet')}>
          {text.upload}
          <input type="file" accept=".csv,.txt" hidden onChange={(event) => void upload(event)} />
        </label>
      </Row>
      <div ref={box}>
        <FormStep
          kind="ink"
          problems={text.problems}
          submit={text.send}
          busy={text.sending}
          form={{ className: styles.form }}
          typed={{ opening: contents.opening.replace('.', ',') }}
          actions={withCancel(text.cancel, onCancel)}
          fields={[
            {
              name: 'opening',
              wanted: text.openingWanted,
              check: (value) =>
                parseMoney(value) === undefined
                  ? { code: 'opening', text: wantedNumberText(value, text.openingWanted) }
                  : undefined,
              show: (control) => (
                <TextField
                  {...control}
                  label={formatText(text.openingLabel, {
                    date: showDate(firstDay(billingPeriod(contents.from))),
                  })}
                  hint={text.openingHint}
                  inputMode="decimal"
                  maxLength={20}
                  onInput={(event) => setOpening(event.currentTarget.value)}
                />
              ),
            },
            {
              name: 'rows',
              check: (value) => {
                const { rows: found, problems } = readReconciliationRows(value);
                if (problems.length > 0) {
                  const lines = problems.map(({ line }) => line).join(', ');
                  return { code: 'field.invalid', text: formatText(text.rowsWrong, { lines }) };
                }
                return found.length > maxCustomerRows
                  ? { code: 'field.max', text: formatText(text.rowsTooMany, { n: maxCustomerRows }) }
                  : undefined;
              },
              show: (control) => (
                <>
                  <AreaField
                    {...control}
                    label={text.rows}
                    hint={text.rowsHint}
                    spellCheck={false}
                    onInput={(event) => setTyped(event.currentTarget.value)}
                  />
                  {read.problems.length > 0 && (
                    <ul className={styles.problems}>
                      {read.problems.slice(0, shownProblems).map(({ line, problem }) => (
                        <li key={line}>{formatText(text.rowProblems[problem], { line })}</li>
                      ))}
                    </ul>
                  )}
                  {typed.trim() !== '' && read.problems.length === 0 && openingSum !== undefined && (
                    <Differences comparison={compareAct(contents, moneyToWire(openingSum), rows)} />
                  )}
                </>
              ),
            },
            {
              name: 'comment',
              read: (value) => value.trim(),
              show: (control) => (
                <AreaField {...control} label={text.comment} rows={3} maxLength={maxDisagreementText} />
              ),
            },
          ]}
          send={async (value) => {
            const sum = parseMoney(value('opening'));
            const asked = {
              account,
              documentId,
              opening: moneyToWire(sum ?? zeroMoney),
              rows,
              comment: value('comment'),
            };
            attempt.current = attemptFor(attempt.current, asked, deviceNow());
            const result = await callApi(disagreeWithAct, { ...asked, requestId: attempt.current.requestId });
            if (!result.ok) return result.failure;
            await removeAccountQueries(client, [account]);
            onSent(result.data.message);
            return undefined;
          }}
        />
      </div>
    </Stack>
  );
}
