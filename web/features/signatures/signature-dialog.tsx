import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { signedDocumentFile } from '#contract/signatures.ts';
import { downloadFile, saveFile, showFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showMoment } from '#web/lib/format.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButtons } from '#web/ui/file-buttons.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import type { DocumentSignature, SignedDocument } from './api.ts';
import { customerSignature, documentQuery, momentOf, prepareQuery, type Signable } from './api.ts';
import { KeySigning } from './key-signing.tsx';
import { SignatureFiles, SignatureList } from './signature-list.tsx';
import { SignedFileForm } from './signed-file-form.tsx';
import { text } from './text.ts';

interface SignatureDialogProps extends Signable {
  open: boolean;
  onClose: () => void;
}

/** The dialog in which a document is read and signed with a key, or a signed file is added. */
export function SignatureDialog({ open, onClose, ...signable }: SignatureDialogProps) {
  return (
    <Dialog open={open} title={text.title} closeLabel={text.close} onClose={onClose}>
      {open && <Signing {...signable} onClose={onClose} />}
    </Dialog>
  );
}

function Signing({ onClose, ...signable }: Signable & { onClose: () => void }) {
  const [isAnew, setAnew] = useState(false);
  const query = useQuery(prepareQuery(signable, isAnew));
  return (
    <QueryPart
      query={query}
      skeleton={<RowsSkeleton label={text.prepareLoading} rows={3} />}
      failed={text.prepareFailed}
    >
      {({ document }) => (
        <PreparedDocument
          key={document.documentId}
          account={signable.account}
          document={document}
          onAnew={() => setAnew(true)}
          onClose={onClose}
        />
      )}
    </QueryPart>
  );
}

interface PreparedDocumentProps {
  account: string;
  document: SignedDocument;
  onAnew: () => void;
  onClose: () => void;
}

function PreparedDocument({ account, document, onAnew, onClose }: PreparedDocumentProps) {
  const client = useQueryClient();
  const [signed, setSigned] = useState<SignedDocument>();
  const [addsSeal, setAddsSeal] = useState(false);
  const colleague = customerSignature(document);
  if (signed) return <SignedView account={account} document={signed} before={document} onClose={onClose} />;
  const onSigned = (answer: SignedDocument) => {
    setSigned(answer);
    void removeAccountQueries(client, [account]);
  };
  return (
    <Stack gap="3">
      <DocumentHead account={account} document={document} onAnew={onAnew} />
      {colleague && !addsSeal ? (
        <Stack gap="2">
          <Notice kind="info">
            {formatText(text.already, {
              name: colleague.signerName,
              moment: showMoment(momentOf(colleague)),
            })}
          </Notice>
          <SignatureList signatures={document.signatures} />
          <Row gap="1">
            <Button onClick={() => setAddsSeal(true)}>{text.addSeal}</Button>
            <Button onClick={onClose}>{text.close}</Button>
          </Row>
        </Stack>
      ) : (
        <Ways account={account} document={document} onSigned={onSigned} />
      )}
    </Stack>
  );
}

interface WaysProps {
  account: string;
  document: SignedDocument;
  onSigned: (document: SignedDocument) => void;
}

/** The two ways to sign; a file that was chosen in one stays while the other is looked at. */
function Ways(props: WaysProps) {
  const [way, setWay] = useState<'key' | 'file'>('key');
  const isOnline = useOnline();
  return (
    <Stack gap="2">
      <ChoiceButtons
        label={text.ways}
        choices={[
          { value: 'key', label: text.byKey },
          { value: 'file', label: text.byFile },
        ]}
        chosen={way}
        onChoose={setWay}
      />
      {!isOnline && (
        <Notice kind="warn" live="status">
          {text.offline}
        </Notice>
      )}
      <div hidden={way !== 'key'}>
        <KeySigning {...props} />
      </div>
      <div hidden={way !== 'file'}>
        <SignedFileForm {...props} />
      </div>
    </Stack>
  );
}

/** What was frozen just now needs no new edition. */
const freshMs = 5 * 60_000;

interface DocumentHeadProps {
  account: string;
  document: SignedDocument;
  onAnew: () => void;
}

/** What is signed: its name and number, when it was frozen, and the file to read first. */
function DocumentHead({ account, document, onAnew }: DocumentHeadProps) {
  const { title, number, preparedAt, edition, state, documentId, fileName } = document;
  const [isOld] = useState(() => deviceNow() - Date.parse(preparedAt) > freshMs);
  const open = async () => {
    // Opened before the first await, else the browser blocks the window.
    const view = fileName.endsWith('.pdf') ? window.open('', '_blank') : null;
    const file = await downloadFile(signedDocumentFile, { account, documentId });
    if (!file.ok) {
      view?.close();
      return file.failure.message;
    }
    if (view) showFile(view, file.data.blob);
    else saveFile(file.data);
    return undefined;
  };
  return (
    <Stack gap="15">
      <Stack gap="05">
        <Text isStrong>
          {title}
          {number !== null && !title.includes(number) && ` ${formatText(text.number, { number })}`}
        </Text>
        <Text tone="quiet" size="s">
          {formatText(text.prepared, { moment: showMoment(preparedAt), edition })}
        </Text>
      </Stack>
      <FileButtons
        label={text.readLabel}
        labels={{ document: text.read }}
        busyLabel={text.readBusy}
        onPick={open}
      />
      {state === 'unsigned' && isOld && (
        <Row gap="1" align="center">
          <Text size="s" tone="quiet">
            {text.anewHint}
          </Text>
          <Button kind="plain" onClick={onAnew}>
            {text.anew}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

interface SignedViewProps {
  account: string;
  document: SignedDocument;
  /** The document before this signature. */
  before: SignedDocument;
  onClose: () => void;
}

/** Who signed, with or without a time stamp, and what comes next; the supplier's seal appears as soon as it has signed. */
function SignedView({ account, document, before, onClose }: SignedViewProps) {
  const { data } = useQuery(documentQuery(account, document));
  const now = data.document;
  const added = now.signatures.find((signature) => isNew(signature, before)) ?? customerSignature(now);
  return (
    <Stack gap="3">
      <Notice kind="good" live="status" title={text.done}>
        {added && (
          <p>
            {formatText(text.doneBy, { name: added.signerName, moment: showMoment(momentOf(added)) })}{' '}
            {added.timeStampedAt === null ? text.withoutStamp : text.withStamp}
          </p>
        )}
        <p>{text.next[now.supplierSignature]}</p>
      </Notice>
      <SignatureList signatures={now.signatures} />
      <SignatureFiles account={account} documentId={now.documentId} />
      <Row gap="1">
        <Button kind="ink" onClick={onClose}>
          {text.close}
        </Button>
      </Row>
    </Stack>
  );
}

function isNew({ signatureId, party }: DocumentSignature, before: SignedDocument): boolean {
  return party === 'customer' && before.signatures.every((known) => known.signatureId !== signatureId);
}
