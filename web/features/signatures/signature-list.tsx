import { formatText } from '#contract/messages/format-text.ts';
import { signatureArchive, signersPage } from '#contract/signatures.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import type { DocumentSignature } from './api.ts';
import styles from './signature-list.module.css';
import { text } from './text.ts';

/** The signatures of a document: who, for whom, when, by which authority. */
export function SignatureList({ signatures }: { signatures: readonly DocumentSignature[] }) {
  return (
    <ul className={styles.list} aria-label={text.signers}>
      {signatures.map((signature) => (
        <Stack as="li" key={signature.signatureId} gap="05">
          <StateMark tone="good">
            <span>
              {text.parties[signature.party]}: <strong>{signature.signerName}</strong>
              {roleOf(signature)}
            </span>
          </StateMark>
          <Text size="s" tone="quiet">
            {signature.timeStampedAt !== null
              ? formatText(text.stamped, { moment: showMoment(signature.timeStampedAt) })
              : formatText(text.signedAt, { moment: showMoment(signature.signedAt ?? signature.addedAt) })}
            <br />
            {signature.issuer}, {formatText(text.serial, { serial: signature.certificateSerial })}
          </Text>
        </Stack>
      ))}
    </ul>
  );
}

function roleOf({ isSeal, post, organization, signerName }: DocumentSignature): string {
  const parts = [isSeal ? text.bySeal : post, organization === signerName ? null : organization];
  const said = parts.filter((part) => part !== null);
  return said.length > 0 ? `, ${said.join(', ')}` : '';
}

/** The page of signers, and everything in one archive. */
export function SignatureFiles({ account, documentId }: { account: string; documentId: string }) {
  const files = {
    page: () => downloadFile(signersPage, { account, documentId }),
    archive: () => downloadFile(signatureArchive, { account, documentId }),
  };
  return (
    <DownloadButtons
      label={text.files}
      labels={text.formats}
      busyLabel={text.filesBusy}
      download={(format) => files[format]()}
    />
  );
}
