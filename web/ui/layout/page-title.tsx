import { type ReactNode, useEffect } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

interface PageTitleProps {
  /** The title of the browser window; the product's name is added. */
  title: string;
  /** The name of the product, after the title. */
  suffix: string;
  /** The heading when it says more than the title. */
  children?: ReactNode;
  /** The heading is there for screen readers only: the page shows what it is by itself. */
  hidden?: boolean;
}

/** The one h1 of a page and the title of its window. Focused after a navigation, so that screen readers say where one is. */
export function PageTitle({ title, suffix, children, hidden }: PageTitleProps) {
  useEffect(() => {
    document.title = `${title} — ${suffix}`;
  }, [title, suffix]);
  const heading = children ?? title;
  return <h1 tabIndex={-1}>{hidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}</h1>;
}
