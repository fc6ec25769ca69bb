import { useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import type { SigningClient } from '#web/signing/signing-client.ts';
import type { CertificateFacts, SigningKey } from '#web/signing/signing-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { SignedDocument } from './api.ts';
import { customerSignature } from './api.ts';
import styles from './chosen-key.module.css';
import { type MadeSignature, makeSignature, type SigningStage, sendSignature } from './sign-document.ts';
import { text } from './text.ts';

interface ChosenKeyProps {
  account: string;
  document: SignedDocument;
  client: SigningClient;
  keys: readonly SigningKey[];
  onSigned: (document: SignedDocument) => void;
  onOtherKey: () => void;
}

/** Whose key is open, and the button that signs with it; a choice where several keys may sign. */
export function ChosenKey({ account, document, client, keys, onSigned, onOtherKey }: ChosenKeyProps) {
  const isOnline = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState(keys[0]);
  const [stage, setStage] = useState<SigningStage>();
  const [refused, setRefused] = useState<string>();
  const made = useRef<MadeSignature>(undefined);
  useEffect(() => heading.current?.focus(), []);
  if (!chosen) return null;
  const problem = problemOf(chosen.certificate, document);

  const sign = async () => {
    setRefused(undefined);
    try {
      if (!made.current) {
        const making = await makeSignature(client, chosen, account, document, setStage);
        if ('refused' in making) return setRefused(making.refused);
        made.current = making.made;
      }
      setStage('checking');
      const answer = await sendSignature(account, document, made.current);
      if (answer.ok) return onSigned(answer.data.document);
      // An answer is final; without one the same signature is sent again.
      if (answer.failure.httpStatus > 0) made.current = undefined;
      setRefused(answer.failure.message);
    } catch {
      setRefused(text.workerFailed);
    } finally {
      setStage(undefined);
    }
  };
  return (
    <Stack gap="2">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {text.yourKey}
      </h3>
      {keys.length > 1 ? (
        <fieldset className={styles.choices}>
          <legend>{formatText(text.several, { n: keys.length })}</legend>
          {keys.map((key) => (
            <label key={key.keyId} className={styles.choice}>
              <input
                type="radio"
                name="signing-chosen"
                checked={key === chosen}
                disabled={stage !== undefined}
                onChange={() => {
                  setChosen(key);
                  setRefused(undefined);
                  made.current = undefined;
                }}
              />
              <Facts certificate={key.certificate} />
            </label>
          ))}
        </fieldset>
      ) : (
        <Facts certificate={chosen.certificate} />
      )}
      {problem && (
        <Notice kind="warn" live="status">
          {problem}
        </Notice>
      )}
      {refused !== undefined && (
        <Notice kind="bad" live="alert" title={text.notSigned}>
          {refused}
        </Notice>
      )}
      <p role="status" className={styles.stage}>
        {stage && text[stage]}
      </p>
      <Row gap="1">
        {!problem && (
          <Button
            kind={isOnline ? 'lamp' : 'quiet'}
            busy={stage !== undefined}
            disabled={!isOnline}
            onClick={() => void sign()}
          >
            {refused === undefined ? text.signNow : text.retry}
          </Button>
        )}
        <Button disabled={stage !== undefined} onClick={onOtherKey}>
          {text.otherKey}
        </Button>
      </Row>
    </Stack>
  );
}

/** What a certificate says: whose it is, for which company, until when. */
function Facts({ certificate }: { certificate: CertificateFacts }) {
  const { owner, organization, post, edrpou, isSeal, authority, validTo } = certificate;
  const company = organization ?? (edrpou === null ? null : formatText(text.edrpou, { code: edrpou }));
  const rows = [
    [isSeal ? text.seal : text.person, owner],
    [text.post, post],
    [text.organization, edrpou === null ? company : withCode(organization, edrpou)],
    [text.authority, authority],
    [text.validTo, dateOf(validTo)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function withCode(organization: string | null, edrpou: string): string {
  const code = formatText(text.edrpou, { code: edrpou });
  return organization === null ? code : `${organization}, ${code}`;
}

function dateOf(moment: number): string {
  return showDate(kyivDateOf(moment as Instant));
}

/** Why a key that may sign can't sign this document now; told before anything is sent. */
function problemOf(certificate: CertificateFacts, document: SignedDocument): string | undefined {
  const { validFrom, validTo, isSeal } = certificate;
  const now = deviceNow();
  if (now > validTo) return formatText(text.expired, { date: dateOf(validTo) });
  if (now < validFrom) return formatText(text.notYetValid, { date: dateOf(validFrom) });
  return isSeal && !customerSignature(document) ? text.sealAlone : undefined;
}
