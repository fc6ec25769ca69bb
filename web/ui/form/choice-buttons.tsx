import type { ReactNode, Ref } from 'react';
import { ButtonGroup } from '../button-group.tsx';
import { classes } from '../classes.ts';
import choiceButtonsStyles from './choice-buttons.module.css';
import styles from './link-tabs.module.css';

interface LinkTabsProps {
  /** What they lead between, for screen readers. */
  label: string;
  /** Links; the one that is open carries `aria-current`. */
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

/** Links beside each other, of which one is open. */
export function LinkTabs({ label, children, className, ref }: LinkTabsProps) {
  return (
    <nav ref={ref} aria-label={label} className={classes(styles.tabs, className)}>
      {children}
    </nav>
  );
}

interface ChoiceButtonsProps<Choice extends string> {
  /** What is chosen, for screen readers: the name of the group. */
  label: string;
  choices: readonly { value: Choice; label: string }[];
  /** None when what stands is no ready choice. */
  chosen: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

/** A few ready choices beside each other, of which one may be on. */
export function ChoiceButtons<Choice extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: ChoiceButtonsProps<Choice>) {
  return (
    <ButtonGroup label={label}>
      {choices.map(({ value, label: name }) => (
        <button
          key={value}
          type="button"
          className={choiceButtonsStyles.choice}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </ButtonGroup>
  );
}
