import { useState } from 'react';
import { Button } from './button.tsx';
import { ButtonGroup } from './button-group.tsx';
import { download } from './cabinet-icons.ts';
import styles from './file-buttons.module.css';
import { Icon } from './icon.tsx';
import { alert } from './icons.ts';

interface FileButtonsProps<Format extends string> {
  /** What is kept, for screen readers: the name of the group. */
  label: string;
  /** A button for each format, in this order. */
  labels: Readonly<Record<Format, string>>;
  /** Stands on the pressed button while the file is made. */
  busyLabel: string;
  /** There is nothing to keep, or no network. */
  disabled?: boolean;
  /** Makes and keeps the file; gives the words of a failure, or nothing when it is kept. */
  onPick: (format: Format) => Promise<string | undefined>;
}

/** Keeps what a page shows as a file: one at a time, and a failure is said beside. */
export function FileButtons<Format extends string>({
  label,
  labels,
  busyLabel,
  disabled = false,
  onPick,
}: FileButtonsProps<Format>) {
  const [running, setRunning] = useState<Format>();
  const [failure, setFailure] = useState<string>();
  const pick = async (format: Format) => {
    setRunning(format);
    setFailure(undefined);
    try {
      setFailure(await onPick(format));
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <div className={styles.files}>
      <ButtonGroup label={label}>
        {(Object.keys(labels) as Format[]).map((format) => (
          <Button
            key={format}
            busy={running === format}
            disabled={disabled || (running !== undefined && running !== format)}
            onClick={() => void pick(format)}
          >
            <Icon drawing={download} />
            {running === format ? busyLabel : labels[format]}
          </Button>
        ))}
      </ButtonGroup>
      {failure && (
        <p className={styles.failure} role="alert">
          <Icon drawing={alert} size={16} />
          {failure}
        </p>
      )}
    </div>
  );
}
