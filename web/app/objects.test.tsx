import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listObjects, renameObject } from '#contract/accounts/accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { objectsQuery } from '#web/features/accounts/api.ts';
import { text } from '#web/features/accounts/manage-text.ts';
import { answer, leaveOtherCallsPending, success } from '#web/testing/fake-api.ts';
import { openPage, press, signInAsPerson } from '#web/testing/render.tsx';

const objects = (objectName: string): OutputOf<typeof listObjects> => ({
  ...success,
  accounts: [
    { account: '2390001111', address: 'вул. Садова, 1', objectName, greenTarif: false, placeId: 'place' },
  ],
  account: '2390001111',
  waiting: [],
});

test('a renamed object keeps its name when a list that was read before comes later', async () => {
  const setData = vi.spyOn(QueryClient.prototype, 'setQueryData');
  signInAsPerson();
  leaveOtherCallsPending();
  let giveList = () => {};
  answer(
    listObjects,
    () =>
      new Promise((resolve) => {
        giveList = () => resolve(objects('Дім'));
      }),
  );
  answer(renameObject, ({ new_name }) => objects(new_name));
  const user = await openPage('/cabinet/person/settings/aparts');
  await press(user, /^Перейменувати/);
  const field = await screen.findByLabelText('Назва об’єкта');
  await user.clear(field);
  await user.type(field, 'Дача{Enter}');
  await screen.findByText(formatText(text.renamed, { name: 'Дача' }));
  giveList();
  const queries = setData.mock.contexts.at(-1) as QueryClient;
  const { queryKey } = objectsQuery;
  await waitFor(() => expect(queries.isFetching({ queryKey })).toBe(0));
  expect(queries.getQueryData(queryKey)?.accounts.map((of) => of.objectName)).toEqual(['Дача']);
  screen.getByRole('heading', { name: 'Дача' });
});
