import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import type { Refusal } from '#web/lib/form/form-problems.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { type SigningClient, startSigning } from '#web/signing/signing-client.ts';
import { maxKeyBytes, type SigningKey } from '#web/signing/signing-messages.ts';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { SignedDocument } from './api.ts';
import { ChosenKey } from './chosen-key.tsx';
import { text } from './text.ts';

interface KeySigningProps {
  account: string;
  document: SignedDocument;
  onSigned: (document: SignedDocument) => void;
}

/**
 * Signing with a key file. Key and password go into a worker and end with it, at the latest when the dialog closes; the page
 * keeps what the certificates say.
 */
export function KeySigning(props: KeySigningProps) {
  const worker = useRef<SigningClient>(undefined);
  const [keys, setKeys] = useState<readonly SigningKey[]>();
  const forget = useCallback(() => {
    worker.current?.close();
    worker.current = undefined;
  }, []);
  useEffect(() => forget, [forget]);
  const startOver = () => {
    forget();
    setKeys(undefined);
  };
  const start = () => {
    worker.current ??= startSigning();
    return worker.current;
  };
  if (!keys) return <KeyForm start={start} forget={forget} onOpened={setKeys} />;
  const client = start();
  if (keys.length === 0) return <CertificateForm client={client} onFound={setKeys} />;
  return <ChosenKey {...props} client={client} keys={keys} onOtherKey={startOver} />;
}

interface KeyFormProps {
  start: () => SigningClient;
  forget: () => void;
  onOpened: (keys: readonly SigningKey[]) => void;
}

const keyField = 'signing-key';
const passwordField = 'signing-password';

function KeyForm({ start, forget, onOpened }: KeyFormProps) {
  const isOnline = useOnline();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const open = async (password: string): Promise<Refusal | undefined> => {
    if (!file) return undefined;
    if (file.size > maxKeyBytes) return atField(keyField, 'tooLarge', text.keyProblems.tooLarge);
    setProgress(0);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const opened = await start().ask('open', { file: bytes, password }, setProgress);
      if ('keys' in opened) {
        onOpened(opened.keys);
        return undefined;
      }
      const { problem } = opened;
      const place = problem === 'wrongPassword' ? passwordField : keyField;
      return atField(place, problem, text.keyProblems[problem]);
    } catch {
      forget();
      return { message: text.workerFailed, fields: {} };
    } finally {
      setProgress(undefined);
    }
  };
  const fields: readonly FormField[] = [
    {
      name: keyField,
      wanted: text.keyWanted,
      check: () => (file ? undefined : { code: 'field.required', text: text.keyWanted }),
      show: ({ id, name, error }) => (
        <FileDrop
          id={id}
          name={name}
          label={text.keyFile}
          hint={text.keyHint}
          invitation={text.choose}
          accept=".dat,.pfx,.p12,.jks,.zs2,.pk8"
          error={error}
          onFile={(chosen) => {
            setFile(chosen);
            // Its code arrives while the password is typed.
            if (chosen) start();
          }}
        />
      ),
    },
    {
      name: passwordField,
      wanted: text.passwordWanted,
      show: ({ id, name, error }) => (
        <PasswordField
          id={id}
          name={name}
          label={text.password}
          error={error}
          showLabel={text.show}
          hideLabel={text.hide}
          autoComplete="off"
        />
      ),
    },
  ];
  return (
    <Stack gap="2">
      <Text tone="quiet" size="s">
        {text.keyPrivacy}
      </Text>
      <FormStep
        fields={fields}
        problems={text.problems}
        submit={text.openKey}
        busy={text.opening}
        kind={isOnline ? 'lamp' : 'quiet'}
        send={(typed) => open(typed(passwordField))}
      >
        <div>
          <p role="status">
            {progress !== undefined && <VisuallyHidden>{text.openingOnDevice}</VisuallyHidden>}
          </p>
          {progress !== undefined && <ProgressBar done={progress} total={1} label={text.openingOnDevice} />}
        </div>
      </FormStep>
    </Stack>
  );
}

interface CertificateFormProps {
  client: SigningClient;
  onFound: (keys: readonly SigningKey[]) => void;
}

const certificateField = 'signing-certificate';

/** Many key files have no certificate: it is added, and matched with the key. */
function CertificateForm({ client, onFound }: CertificateFormProps) {
  const [file, setFile] = useState<File>();
  const add = async (): Promise<Refusal | undefined> => {
    if (!file) return undefined;
    if (file.size > maxKeyBytes) return refuse('notACertificate');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const added = await client.ask('addCertificate', { file: bytes });
    if ('problem' in added) return refuse(added.problem);
    onFound(added.keys);
    return undefined;
  };
  const refuse = (problem: keyof typeof text.certificateProblems) =>
    atField(certificateField, problem, text.certificateProblems[problem]);
  const fields: readonly FormField[] = [
    {
      name: certificateField,
      wanted: text.certificateWanted,
      check: () => (file ? undefined : { code: 'field.required', text: text.certificateWanted }),
      show: ({ id, name, error }) => (
        <FileDrop
          id={id}
          name={name}
          label={text.certificateFile}
          hint={text.certificateHint}
          invitation={text.choose}
          accept=".cer,.crt,.pem"
          error={error}
          onFile={setFile}
        />
      ),
    },
  ];
  return (
    <Stack gap="2">
      <Notice kind="info" live="status" title={text.certificateTitle}>
        {text.certificateLead}
      </Notice>
      <FormStep
        fields={fields}
        problems={text.problems}
        submit={text.addCertificate}
        busy={text.addingCertificate}
        takesFocus
        send={add}
      />
    </Stack>
  );
}

function atField(field: string, code: string, words: string): Refusal {
  return { fields: { [field]: { code, text: words } } };
}
