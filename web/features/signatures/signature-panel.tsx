import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { customerSignature, editionsQuery, type Signable, type SignedDocument } from './api.ts';
import { SignatureFiles, SignatureList } from './signature-list.tsx';
import { text } from './text.ts';

type SupplierSignature = SignedDocument['supplierSignature'];

interface SignaturePanelProps extends Signable {
  /** The button that opens the dialog; absent where the role may not sign. */
  signButton: ReactNode;
}

/** Who has signed a document, the files with signatures, and the button to sign it. */
export function SignaturePanel({ signButton, ...signable }: SignaturePanelProps) {
  const id = useId();
  const query = useQuery(editionsQuery(signable));
  useRefreshAfterSeal(signable.account, query.data?.documents[0]?.supplierSignature);
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

/** The state of a document is asked for again once the supplier has sealed it. */
function useRefreshAfterSeal(account: string, supplier: SupplierSignature | undefined): void {
  const client = useQueryClient();
  const before = useRef(supplier);
  useEffect(() => {
    if (before.current === 'pending' && supplier === 'signed') void removeAccountQueries(client, [account]);
    before.current = supplier;
  }, [client, account, supplier]);
}
