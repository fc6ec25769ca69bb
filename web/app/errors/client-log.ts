import { clientLog } from '#contract/client-log.ts';
import { callApi } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-failure.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';

/**
 * Reports a browser error: page, message, account, user agent. Never throws: a report that can't be sent is dropped.
 * Answers the number under which it is found in the logs, '' for none.
 * Source: base specification, sections 2 and 7.
 */
export async function reportError(title: string, error: unknown): Promise<string> {
  const { session, person, entity } = currentSession();
  const cause = error instanceof Error ? error : new Error(String(error));
  const reference = error instanceof ApiError ? error.failure.reference : '';
  const report = {
    token: session?.token,
    title,
    error: cause.message.slice(0, 2000),
    ...(cause.stack ? { stack: cause.stack.slice(0, 8000) } : {}),
    ...(reference && { reference }),
    account: person.account || entity.user.account,
    codename: navigator.appCodeName,
    name: navigator.appName,
    version: navigator.appVersion.slice(0, 2000),
    language: navigator.language,
    online: navigator.onLine,
    platform: navigator.platform,
    cpu: String(navigator.hardwareConcurrency ?? ''),
    userAgent: navigator.userAgent.slice(0, 2000),
  };
  const answer = await callApi(clientLog, report);
  if (answer.ok) useSessionStore.setState({ clientLog: { title, error: report.error } });
  // The number of the failed call leads to its report too.
  return reference || (answer.ok ? answer.data.reference : '');
}
