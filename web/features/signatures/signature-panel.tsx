import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { customerSignature, editionsQuery, type Signable } from './api.ts';
import { SignatureFiles, SignatureList } from './signature-list.tsx';
import { text } from './text.ts';

interface SignaturePanelProps extends Signable {
  /** The button that opens the dialog; absent where the role may not sign. */
  signButton: ReactNode;
}

/** Who has signed a document, the files with signatures, and the button to sign it. */
export function SignaturePanel({ signButton, ...signable }: SignaturePanelProps) {
  const id = useId();
  const query = useQuery(editionsQuery(signable));
  return (
    <Stack as="section" gap="15" aria-labelledby={id}>
      <h2 id={id}>{`${text.heading}: ${text.kinds[signable.kind]}`}</h2>
      <QueryPart
        query={query}
        failed={text.loadFailed}
        skeleton={
          <Stack gap="1" aria-busy="true" aria-label={text.loading}>
            <Skeleton />
            <Skeleton shape="short" />
          </Stack>
        }
      >
        {({ documents: [latest] }) =>
          latest && latest.signatures.length > 0 ? (
            <>
              <SignatureList signatures={latest.signatures} />
              {latest.supplierSignature !== 'notNeeded' && (
                <Text tone="quiet" size="s" role="status">
                  {text.next[latest.supplierSignature]}
                </Text>
              )}
              <SignatureFiles account={signable.account} documentId={latest.documentId} />
              {!customerSignature(latest) && signButton}
            </>
          ) : (
            <>
              <Text tone="quiet">{signButton ? text.notYet : text.notYetViewer}</Text>
              {signButton}
            </>
          )
        }
      </QueryPart>
    </Stack>
  );
}
