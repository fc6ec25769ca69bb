import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { type QuickSum, quickSum, type Row } from './amount.ts';
import { text } from './text.ts';

interface QuickSumsProps {
  /** What is chosen to be paid. */
  rows: readonly Row[];
  onFill: (quick: QuickSum) => void;
  onOther: () => void;
}

/** Ready sums by one press; nothing when nothing is due. */
export function QuickSums({ rows, onFill, onOther }: QuickSumsProps) {
  const indebted = rows.filter((row) => quickSum(row, 'whole') !== undefined);
  if (indebted.length === 0) return null;
  const isAll = (quick: QuickSum) => indebted.every((row) => row.typed === quickSum(row, quick));
  const differs = indebted.some((row) => quickSum(row, 'rounded') !== quickSum(row, 'whole'));
  const choices = (['whole', ...(differs ? (['rounded'] as const) : []), 'other'] as const).map((value) => ({
    value,
    label: text.quickSums[value],
  }));
  return (
    <ChoiceButtons
      label={text.quick}
      choices={choices}
      chosen={isAll('whole') ? 'whole' : isAll('rounded') ? 'rounded' : 'other'}
      onChoose={(choice) => (choice === 'other' ? onOther() : onFill(choice))}
    />
  );
}
