import { ButtonGroup } from './button-group.tsx';
import styles from './choice-buttons.module.css';

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
          className={styles.choice}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </ButtonGroup>
  );
}
