import { Logger } from 'graphile-worker';

/** The library's log: what it calls an error goes to `onError`, everything else nowhere. */
export function jobLog(onError: (error: unknown) => void): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') onError('error' in meta && meta.failure === true ? meta.error : message);
  });
}
