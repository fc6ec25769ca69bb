import type { OutputOf } from '#contract/define-call.ts';
import type { registerState } from '#contract/registers.ts';
import { showNumber } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import type { Register } from './api.ts';
import { DropButton } from './drop-button.tsx';
import styles from './registers.module.css';
import { text } from './text.ts';

type Problem = OutputOf<typeof registerState>['problems'][number];

const columns: readonly Column<Problem>[] = [
  { key: 'line', title: text.line, cell: ({ line }) => line },
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
  const isCut = register.problemCount > problems.length;
  return (
    <>
      <Notice
        kind="bad"
        title={text.problemsTitle}
        actions={<DropButton register={register.register} onGone={onGone} />}
      >
        {text.problemsCount(showNumber(register.problemCount))}
        {isCut && ` ${text.problemsFirst(problems.length)}`}
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
