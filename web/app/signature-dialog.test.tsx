import { createHash } from 'node:crypto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Box, type Certificate, type Priv } from '@ugla/barvinok';
import { algos } from '@ugla/barvinok-algos';
import { beforeEach, describe, expect, test } from 'vitest';
import { getInvoice } from '#contract/invoices.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  addSignature,
  getSignedDocument,
  listSignedDocuments,
  prepareDocument,
  signedDocumentFile,
  timeStamp,
} from '#contract/signatures.ts';
import { makeIdentity } from '#platform/signatures/testing/make-certificate.ts';
import { published } from '#platform/signatures/testing/published.ts';
import type { DocumentSignature, SignedDocument } from '#web/features/signatures/api.ts';
import { text } from '#web/features/signatures/text.ts';
import { makeJavaStore } from '#web/signing/testing/make-key-files.ts';
import { stubSigningWorker } from '#web/signing/testing/worker-in-process.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { invoiceFixture } from '#web/testing/fixtures/invoice-fixture.ts';
import {
  expectAlert,
  fieldById,
  openPage,
  press,
  signInAsEntityOfTwo,
  submitForm,
} from '#web/testing/render.tsx';

const page = '/cabinet/entity/bills/invoices?period=2026-04';
const bytes = Buffer.from('%PDF-1.7 act of acceptance');
const password = 'таємний';

const unsigned: SignedDocument = {
  documentId: '0c9b7c1e-0f3a-4d5e-9a2b-1c2d3e4f5a6b',
  kind: 'acceptanceAct',
  subject: '2026-04',
  edition: 1,
  isLatest: true,
  title: 'Акт приймання-передачі за квітень 2026 року',
  number: '1000000002-042026',
  fileName: 'akt.pdf',
  byteCount: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  preparedAt: '2026-05-04T08:00:00.000Z',
  state: 'unsigned',
  supplierSignature: 'afterCustomer',
  signatures: [],
};
const byPerson: DocumentSignature = {
  signatureId: '1c9b7c1e-0f3a-4d5e-9a2b-1c2d3e4f5a6b',
  party: 'customer',
  isSeal: false,
  signerName: 'Бойко Олена Петрівна',
  post: 'директор',
  organization: 'ТОВ «Приклад»',
  edrpou: '41234569',
  drfo: '3012345678',
  certificateSerial: '3ED5',
  issuer: 'Надавач',
  signedAt: '2026-05-04T09:00:00.000Z',
  timeStampedAt: null,
  revocation: 'notChecked',
  addedAt: '2026-05-04T09:00:01.000Z',
};
const bySeal: DocumentSignature = {
  ...byPerson,
  signatureId: '2c9b7c1e-0f3a-4d5e-9a2b-1c2d3e4f5a6b',
  party: 'supplier',
  isSeal: true,
  signerName: 'ТОВ «Світло»',
  drfo: null,
  post: null,
};
const half = { state: 'signedByCustomer', supplierSignature: 'pending' } as const;
const signed: SignedDocument = { ...unsigned, ...half, signatures: [byPerson] };

type Made = Parameters<typeof makeIdentity>[0];
const subject = { surname: 'Бойко', givenName: 'Олена Петрівна', organizationName: 'ТОВ «Приклад»' };
const person: Made = { subject, edrpou: '41234569', drfo: '3012345678' };

/** A key file with a key and a certificate for each of these owners. */
function keyFile(...owners: readonly Made[]): File {
  const entries = owners.map((owner) => {
    const { priv, certificate } = makeIdentity(owner);
    const key = (priv as unknown as Priv).as_asn1();
    return { key, certificates: [(certificate as unknown as Certificate).as_asn1()] };
  });
  return new File([Uint8Array.from(makeJavaStore(entries, password))], 'key.jks');
}

const noStamp = (code: 'signature.timeServerOff' | 'signature.timeServerSilent') => ({
  ...success,
  token: null,
  message: formatMessage(code),
});

let worker: ReturnType<typeof stubSigningWorker>;

beforeEach(() => {
  worker = stubSigningWorker();
  answer(listSignedDocuments, () => ({ ...success, documents: [], next: null }));
  answer(prepareDocument, () => ({ ...success, document: unsigned }));
  answer(signedDocumentFile, () => new Blob([bytes]) as never);
  answer(timeStamp, () => noStamp('signature.timeServerOff'));
  answer(addSignature, () => ({ ...success, document: signed, message: '' }));
  answer(getSignedDocument, () => ({ ...success, document: signed }));
  answer(getInvoice, () => ({ ...success, invoice: invoiceFixture }));
  leaveOtherCallsPending();
  signInAsEntityOfTwo();
});

async function openDialog(): Promise<UserEvent> {
  const user = await openPage(page);
  await press(user, text.sign);
  await screen.findByRole('dialog', { name: text.title });
  return user;
}

/** Chooses a key file, types its password and opens it. */
async function openKey(user: UserEvent, file: File, typed = password): Promise<void> {
  await user.upload(await fieldById('signing-key'), file);
  await submitForm(user, { 'signing-password': typed });
}

async function signByKey(): Promise<UserEvent> {
  const user = await openDialog();
  await openKey(user, keyFile(person));
  await press(user, text.signNow);
  return user;
}

describe('a key file', () => {
  test('opens, says whose it is, and signs the bytes of the document; no time stamp is told', async () => {
    const sent: Blob[] = [];
    answer(addSignature, (_payload, _auth, file) => {
      if (file) sent.push(file);
      return { ...success, document: signed, message: '' };
    });
    const user = await openDialog();
    await screen.findByText(/Акт приймання-передачі за квітень/);
    await openKey(user, keyFile(person));
    await screen.findByText('Бойко Олена Петрівна');
    expect(document.getElementById('signing-password')).toBeNull();
    await screen.findByText('ТОВ «Приклад», код 41234569');
    await press(user, text.signNow);
    await screen.findByText(text.done);
    screen.getByText(new RegExp(text.withoutStamp));
    screen.getByText(text.next.pending);
    await waitFor(() => expect(worker.open()).toBe(0));
    const signature = Buffer.from(await (sent[0] as Blob).arrayBuffer());
    const { pipe } = await new Box({ algo: algos() }).unwrap(signature, bytes);
    expect(pipe).toEqual([expect.objectContaining({ signed: true })]);
    const [stamp] = payloadsOf(timeStamp);
    expect(Buffer.from(stamp?.digest ?? '', 'base64')).toHaveLength(32);
    expect(JSON.stringify(payloadsOf(addSignature))).not.toContain(password);
  });

  test('says in a sentence what is wrong with the file or the password', async () => {
    const user = await openDialog();
    await fieldById('signing-key');
    await press(user, text.openKey);
    await expectAlert(text.keyWanted);
    await openKey(user, keyFile(person), 'інший');
    await screen.findAllByText(text.keyProblems.wrongPassword);
    await openKey(user, new File(['%PDF-1.7 is no key'], 'key.dat'));
    await screen.findAllByText(text.keyProblems.notAKey);
    await openKey(user, new File([Uint8Array.from(published('test-jks.jks'))], 'rsa.jks'), 'testpassword');
    await screen.findAllByText(text.keyProblems.unsupportedKey);
    await openKey(user, new File([new Uint8Array(1024 * 1024 + 1)], 'key.dat'));
    await screen.findAllByText(text.keyProblems.tooLarge);
    await openKey(user, keyFile({ ...person, usage: 0x08 }));
    await screen.findAllByText(text.keyProblems.notForSigning);
    await openKey(user, keyFile(person));
    await screen.findByText('Бойко Олена Петрівна');
  });

  test('without a certificate asks for it and matches it with the key', async () => {
    const { priv, certificate } = makeIdentity(person);
    const key = Uint8Array.from((priv as unknown as Priv).as_asn1());
    const file = (made: unknown) => new File([Uint8Array.from((made as Certificate).as_asn1())], 'own.cer');
    const user = await openDialog();
    await openKey(user, new File([key], 'key.pk8'), '');
    await screen.findByText(text.certificateTitle);
    await user.upload(await fieldById('signing-certificate'), file(makeIdentity(person).certificate));
    await press(user, text.addCertificate);
    await screen.findAllByText(text.certificateProblems.otherKey);
    await user.upload(await fieldById('signing-certificate'), file(certificate));
    await press(user, text.addCertificate);
    await screen.findByText('Бойко Олена Петрівна');
  });

  test('of several keys one is chosen; a seal alone, an ended and a future certificate are told before signing; another key and closing end the worker', async () => {
    const user = await openDialog();
    const company = { subject: { organizationName: 'ТОВ «Приклад»' }, edrpou: '41234569' };
    const ended = { ...person, from: '2019-01-01T00:00:00Z', to: '2020-03-05T10:00:00Z' };
    const future = { ...person, from: '2049-01-02T10:00:00Z', to: '2049-06-05T10:00:00Z' };
    await openKey(user, keyFile(person, company, ended, future));
    await screen.findByText(formatText(text.several, { n: 4 }));
    const [, seal, old, coming] = screen.getAllByRole('radio');
    const sign = () => screen.queryByRole('button', { name: text.signNow });
    expect(sign()).not.toBeNull();
    for (const [choice, words] of [
      [seal, text.sealAlone],
      [old, formatText(text.expired, { date: '05.03.2020' })],
      [coming, formatText(text.notYetValid, { date: '02.01.2049' })],
    ] as const) {
      await user.click(choice as HTMLElement);
      await screen.findByText(words);
      expect(sign()).toBeNull();
    }
    await press(user, text.otherKey);
    await fieldById('signing-key');
    expect(worker.open()).toBe(0);
    await openKey(user, keyFile(person));
    await screen.findByText('Бойко Олена Петрівна');
    expect(worker.open()).toBe(1);
    const [close] = within(screen.getByRole('dialog')).getAllByRole('button', { name: text.close });
    await user.click(close as HTMLElement);
    await waitFor(() => expect(worker.open()).toBe(0));
  });

  test('a refusal says why; without a network the same signature is sent again', async () => {
    const done = { ...success, document: signed, message: '' };
    const replies = ['offline' as const, failure('signature.ownerMismatch'), done];
    answer(addSignature, () => replies.shift() ?? 'offline');
    const user = await signByKey();
    await screen.findByText(formatMessage('common.network'));
    await press(user, text.retry);
    await screen.findByText(formatMessage('signature.ownerMismatch'));
    await press(user, text.retry);
    await screen.findByText(text.done);
    const [first, second, third] = payloadsOf(addSignature).map(({ requestId }) => requestId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('a document that arrives changed is not signed', async () => {
    answer(signedDocumentFile, () => new Blob(['other bytes']) as never);
    await signByKey();
    await screen.findByText(text.differs);
    expect(payloadsOf(addSignature)).toEqual([]);
  });
});

describe('a signed file', () => {
  test('is judged by the server: the reason stands at the file, which stays chosen', async () => {
    const done = { ...success, document: signed, message: '' };
    const replies = [failure('signature.broken'), 'offline' as const, done];
    answer(addSignature, () => replies.shift() ?? 'offline');
    const user = await openDialog();
    await press(user, text.byFile);
    const field = await fieldById('signed-file');
    const place = field.closest('label') as HTMLElement;
    const file = new File(['signature'], 'akt.pdf.p7s');
    fireEvent.drop(place, { dataTransfer: { files: [file] } });
    await within(place).findByText('akt.pdf.p7s');
    const send = () => press(user, text.upload);
    await send();
    await screen.findAllByText(formatMessage('signature.broken'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await send();
    await screen.findAllByText(formatMessage('common.network'));
    await send();
    await screen.findByText(text.done);
  });
});

test('a time server that does not answer: signed without a stamp, and said so', async () => {
  answer(timeStamp, () => noStamp('signature.timeServerSilent'));
  await signByKey();
  await screen.findByText(text.done);
  screen.getByText(new RegExp(text.withoutStamp));
  expect(payloadsOf(addSignature)).toHaveLength(1);
});

test('a colleague was faster: whose signature counts', async () => {
  answer(addSignature, () => failure('signature.alreadySigned', { name: 'Коваль Петро' }));
  await signByKey();
  await screen.findByText(formatMessage('signature.alreadySigned', { name: 'Коваль Петро' }));
});

describe('the document', () => {
  test('a colleague has signed: who and when, and only a seal may be added', async () => {
    answer(prepareDocument, () => ({ ...success, document: signed }));
    const user = await openDialog();
    await screen.findByText(/Від вашої компанії документ підписано: Бойко Олена Петрівна, 04.05.2026/);
    expect(document.getElementById('signing-key')).toBeNull();
    await press(user, text.addSeal);
    await fieldById('signing-key');
  });

  test('can’t be prepared: why, and again', async () => {
    const replies = [failure('billing.noCharges'), { ...success, document: unsigned }];
    answer(prepareDocument, () => replies.shift() ?? 'pending');
    const user = await openDialog();
    await screen.findByText(text.prepareFailed);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Спробувати ще раз' }));
    await screen.findByText(/Акт приймання-передачі за квітень/);
  });

  test('of five minutes ago or older is prepared anew on request', async () => {
    const user = await openDialog();
    await press(user, text.anew);
    await waitFor(() =>
      expect(payloadsOf(prepareDocument).map((sent) => sent.newEdition)).toEqual([undefined, true]),
    );
  });

  test('the page shows who signed, what comes next and the files; who may not sign has no button', async () => {
    const states = { state: 'signedByBoth', supplierSignature: 'signed' } as const;
    const both: SignedDocument = { ...signed, ...states, signatures: [byPerson, bySeal] };
    answer(listSignedDocuments, () => ({ ...success, documents: [both], next: null }));
    await openPage(page);
    const list = await screen.findByRole('list', { name: text.signers });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    screen.getByText(text.next.signed);
    screen.getByRole('button', { name: text.formats.page });
    expect(screen.queryByRole('button', { name: text.sign })).toBeNull();
  });

  test('the state of the document is asked for again once the seal has signed', async () => {
    const both: SignedDocument = { ...signed, supplierSignature: 'signed', signatures: [byPerson, bySeal] };
    answer(listSignedDocuments, () => {
      const isFirst = payloadsOf(listSignedDocuments).length === 1;
      return { ...success, documents: [isFirst ? signed : both], next: null };
    });
    await openPage(page);
    await screen.findByText(text.next.pending);
    expect(payloadsOf(getInvoice)).toHaveLength(1);
    await screen.findByText(text.next.signed);
    await waitFor(() => expect(payloadsOf(getInvoice)).toHaveLength(2));
  });

  test('an accountant sees who signed and has no button, a power engineer sees nothing of it', async () => {
    signInAsEntityOfTwo({ role: 'accountant', objects: 'all' });
    await openPage(page);
    await screen.findByText(text.notYetViewer);
    expect(screen.queryByRole('button', { name: text.sign })).toBeNull();
    cleanup();
    const asked = payloadsOf(listSignedDocuments).length;
    signInAsEntityOfTwo({ role: 'powerEngineer', objects: 'all' });
    await openPage(page);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(text.heading, { exact: false })).toBeNull();
    expect(payloadsOf(listSignedDocuments)).toHaveLength(asked);
  });
});
