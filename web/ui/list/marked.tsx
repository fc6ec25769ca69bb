import styles from './marked.module.css';

interface MarkedProps {
  pieces: readonly { text: string; found: boolean }[];
}

/** A text in which what was looked for stands out. */
export function Marked({ pieces }: MarkedProps) {
  let at = 0;
  return pieces.map(({ text, found }) => {
    at += text.length;
    return found ? (
      <mark key={at} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    );
  });
}
