import { Logger } from 'graphile-worker';

/** The library's logger: errors are passed to `onError`, everything else is dropped. */
export function jobLog(onError: (error: unknown) => void): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') onError('error' in meta && meta.failure === true ? meta.error : message);
  });
}
