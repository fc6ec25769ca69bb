import { useEffect } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { apiLink } from '#contract/supplier.ts';
import { callApi } from '#web/lib/api.ts';
import { text } from '#web/lib/cabinet-text.ts';
import { configRead, useSessionStore } from '#web/session/session-store.ts';

/** The version of the cabinet, which the contact centre asks for. Renders nothing while unknown. */
export function CabinetVersion() {
  const config = useSessionStore((state) => state.config);
  useEffect(() => {
    if (config) return;
    callApi(apiLink, {})
      .then((result) => result.ok && configRead(result.data.environment))
      .catch(() => undefined);
  }, [config]);
  return config ? <p>{formatText(text.version, { version: config.version })}</p> : null;
}
