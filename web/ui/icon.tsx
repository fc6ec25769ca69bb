import styles from './icon.module.css';

interface IconProps {
  /** One of the drawings of `icons.ts`. */
  drawing: string;
  /** In pixels where letters have their usual size; it grows with them. */
  size?: 16 | 20 | 24 | 32;
}

/** A line drawing on a grid of 24, in the colour of the text around it. Always decoration: words stand beside it. */
export function Icon({ drawing, size = 20 }: IconProps) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      width={`${size / 16}em`}
      height={`${size / 16}em`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawing} />
    </svg>
  );
}
