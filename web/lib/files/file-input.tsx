import type { ReactNode, RefObject } from 'react';
import styles from './files.module.css';

interface FileInputProps {
  id: string;
  /** The input gets the focus when a file is removed. */
  ref?: RefObject<HTMLInputElement | null>;
  /** Endings or types. */
  accept: string;
  multiple?: boolean;
  disabled: boolean;
  describedBy?: string;
  onChosen: (files: readonly File[]) => void;
  /** The label of the input, which is the visible button. */
  children: ReactNode;
}

/**
 * Chooses files. Without `capture`: phones offer the camera and the gallery, with it the camera alone.
 */
export function FileInput({
  id,
  ref,
  accept,
  multiple = false,
  disabled,
  describedBy,
  onChosen,
  children,
}: FileInputProps) {
  return (
    <>
      <input
        ref={ref}
        id={id}
        className={styles.fileInput}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) onChosen(chosen);
        }}
      />
      {children}
    </>
  );
}
