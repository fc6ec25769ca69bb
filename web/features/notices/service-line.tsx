import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { getServiceMessage } from '#contract/notices.ts';
import { queryApi } from '#web/lib/api.ts';
import { pause, play } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './service-line.module.css';
import { text } from './text.ts';

/** Cache time of a service message, in ms. Source: base specification, section 9. */
const CACHE_TTL_MS = 600_000;

/** The service message of a page; '' when there is none. */
function serviceMessageQuery(page: string) {
  return queryOptions({
    queryKey: ['serviceMessage', page],
    staleTime: CACHE_TTL_MS,
    gcTime: CACHE_TTL_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await queryApi(getServiceMessage, { pageToDisplay: page }, { signal });
      return answer.data.message;
    },
  });
}

const SECONDS_PER_LETTER = 0.16;

/** The service message of the page. Renders nothing without a message. */
export function ServiceLine({ page }: { page: string }) {
  const { data: message } = useQuery(serviceMessageQuery(page));
  return message ? <MovingLine message={message} /> : null;
}

/**
 * A scrolling line. It can be paused, pauses on hover, and is static and whole under reduced motion. Source: product.md 9,
 * WCAG 2.2.2.
 */
export function MovingLine({ message, label = text.label }: { message: string; label?: string }) {
  const [paused, setPaused] = useState(false);
  const walk = { '--walk-time': `${12 + message.length * SECONDS_PER_LETTER}s` } as CSSProperties;
  return (
    <section className={styles.line} aria-label={label} data-paused={paused || undefined}>
      <div className={styles.track}>
        <p className={styles.message} style={walk}>
          {message}
        </p>
      </div>
      <button
        type="button"
        className={styles.button}
        aria-label={paused ? text.play : text.pause}
        title={paused ? text.play : text.pause}
        onClick={() => setPaused(!paused)}
      >
        <Icon drawing={paused ? play : pause} size={16} />
      </button>
    </section>
  );
}
