import { useEffect, useRef } from 'react';
import { saveFile } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { NotOnPaper, Paper } from '#web/ui/paper.tsx';
import styles from './recovery-codes.module.css';
import { text } from './text.ts';

const TITLE = 'recovery-codes-title';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The codes that help when the phone is lost, shown once: to copy, to save as a file, to print without the page around. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const lines = codes.join('\n');
  const save = () => {
    const blob = new Blob([`${text.recoveryPaper}\n\n${lines}\n`], { type: 'text/plain;charset=utf-8' });
    saveFile({ blob, name: text.codesFile });
  };
  return (
    <div className={styles.unboxed}>
      <Paper labelledBy={TITLE}>
        <div className={styles.part}>
          <h3 id={TITLE} ref={title} tabIndex={-1} className={styles.title}>
            {text.recoveryTitle}
          </h3>
          <p>{text.recoveryLead}</p>
          <ol className={styles.codes} aria-label={text.recoveryList}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <NotOnPaper>
            <div className={styles.actions}>
              <CopyButton
                value={lines}
                label={text.copyCodes}
                copied={text.copied}
                failed={text.copyFailed}
              />
              <Button onClick={save}>{text.saveCodes}</Button>
              <Button onClick={() => window.print()}>{text.printCodes}</Button>
            </div>
          </NotOnPaper>
          <NotOnPaper>
            <Button kind="ink" onClick={onKept}>
              {text.codesKept}
            </Button>
          </NotOnPaper>
        </div>
      </Paper>
    </div>
  );
}
