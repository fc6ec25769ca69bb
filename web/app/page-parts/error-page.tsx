import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import type { UserType } from '#web/session/session-types.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import { text } from '../text.ts';
import styles from './error-page.module.css';

/** Not-found page (404); the route layer's message is 'This page could not be found'. */
export function NotFoundPage() {
  return <Message status={404} error="This page could not be found" />;
}

/** Page for all other errors; the status is 500 unless the error has its own. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const status = (error as { status?: unknown }).status;
  return <Message status={typeof status === 'number' ? status : 500} error={error} />;
}

/** Home link of the error page; for a person it is the readings page. Source: base specification, section 2 (error page). */
function homeOf(type: UserType | undefined): string {
  if (!type) return '/';
  return type === 'person' ? '/cabinet/person/indication' : `/cabinet/${type}`;
}

function Message({ status, error }: { status: number; error: unknown }) {
  const type = useSessionStore((state) => state.session?.type);
  const [Parts, setParts] = useState<ComponentType<{ status: number; error: unknown }>>();
  useEffect(() => {
    import('../errors/error-parts.tsx').then(
      ({ ErrorParts }) => setParts(() => ErrorParts),
      () => undefined,
    );
  }, []);
  const notFound = status === 404;
  const offline = !notFound && !navigator.onLine;
  const title = commonMessages[notFound ? 'page.notFound' : 'page.error'];
  const hint = notFound ? text.errorHintNotFound : offline ? text.errorHintOffline : text.errorHintFailed;
  return (
    <main className={styles.page} id="content" data-tone="dusk">
      <div className={styles.inner}>
        <p className={styles.window} aria-hidden="true">
          <span />
          <span />
          <span />
          <span />
        </p>
        {!offline && (
          <Text tone="quiet" isNumeric>
            {status}
          </Text>
        )}
        <PageTitle title={title} suffix={text.productName} />
        <p className={styles.hint}>{hint}</p>
        <Row as="p" gap="15">
          <a className={buttonClass('lamp')} href={homeOf(type)}>
            {text.toHome}
          </a>
          {!notFound && (
            <button type="button" className={buttonClass('quiet')} onClick={() => window.location.reload()}>
              {text.retry}
            </button>
          )}
        </Row>
        {Parts && <Parts status={status} error={error} />}
      </div>
    </main>
  );
}
