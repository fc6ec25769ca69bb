import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { dropRegister, type registerState } from '#contract/registers.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { type Register, registersKey } from './api.ts';
import styles from './registers.module.css';
import { text } from './text.ts';

type Problem = OutputOf<typeof registerState>['problems'][number];

const columns: readonly Column<Problem>[] = [
  { key: 'line', title: text.line, numeric: true, cell: ({ line }) => line },
  { key: 'column', title: text.column, cell: ({ column }) => column ?? '—' },
  { key: 'problem', title: text.problem, cell: ({ code }) => text.problems[code] ?? code },
  { key: 'value', title: text.value, cell: ({ value }) => value || '—' },
];

/** Why a file was not taken, by lines and columns. */
export function RegisterProblems(props: {
  register: Register;
  problems: readonly Problem[];
  onGone: () => void;
}) {
  const { register, problems, onGone } = props;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const drop = async () => {
    setBusy(true);
    const result = await callApi(dropRegister, { register: register.register });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    onGone();
    await client.invalidateQueries({ queryKey: registersKey });
  };
  const isCut = register.problemCount > problems.length;
  return (
    <>
      <Notice
        kind="bad"
        title={text.problemsTitle}
        actions={
          <Button busy={busy} onClick={() => void drop()}>
            {text.drop}
          </Button>
        }
      >
        {text.problemsCount(showNumber(register.problemCount))}
        {isCut && ` ${text.problemsFirst(problems.length)}`}
        {failure && ` ${failure.message}`}
      </Notice>
      <RecordTable
        className={styles.problems}
        caption={text.problemsTable}
        captionHidden
        columns={columns}
        rows={problems}
        rowKey={({ line, column, code }) => `${line} ${column ?? ''} ${code}`}
      />
    </>
  );
}
