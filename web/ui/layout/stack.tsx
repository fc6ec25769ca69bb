import { type ComponentPropsWithRef, createElement, type JSX } from 'react';
import { classes } from '../classes.ts';
import styles from './stack.module.css';

type Tag = keyof JSX.IntrinsicElements;

/** A step of the spacing scale, `--space-…`. */
export type Gap = '05' | '1' | '15' | '2' | '3' | '4' | '5';

type ElementProps<T extends Tag> = Omit<ComponentPropsWithRef<T>, 'className'> & {
  /** The HTML element. */
  as?: T;
};

type StackProps<T extends Tag> = ElementProps<T> & { gap: Gap };

/** Children below each other, with a gap; never wider than the place. Default element: div. */
export function Stack<T extends Tag = 'div'>({ as, gap, ...props }: StackProps<T>) {
  return createElement<object>(as ?? 'div', {
    className: classes(styles.stack, styles[`gap${gap}`]),
    ...props,
  });
}

type RowProps<T extends Tag> = StackProps<T> & { align?: 'center' };

/** Children next to each other, with a gap; they wrap. Default element: div. */
export function Row<T extends Tag = 'div'>({ as, gap, align, ...props }: RowProps<T>) {
  return createElement<object>(as ?? 'div', {
    className: classes(styles.row, styles[`gap${gap}`], align && styles.center),
    ...props,
  });
}

type TextProps<T extends Tag> = ElementProps<T> & {
  size?: 's' | 'l';
  tone?: 'quiet' | 'warn';
  isStrong?: boolean;
  /** Digits of one width. */
  isNumeric?: boolean;
};

/** Text of a size and tone. Default element: p. */
export function Text<T extends Tag = 'p'>({ as, size, tone, isStrong, isNumeric, ...props }: TextProps<T>) {
  const className = classes(
    size && styles[size === 's' ? 'sizeS' : 'sizeL'],
    tone && styles[tone],
    isStrong && styles.strong,
    isNumeric && styles.numeric,
  );
  return createElement<object>(as ?? 'p', { className, ...props });
}
