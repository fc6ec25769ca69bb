import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ApiError, localFailure } from '../api-failure.ts';
import { text as referenceText } from '../reference/text.ts';
import { text } from '../text.ts';
import { joinQueries, QueryFailure, QueryPart, type QueryState } from './query-part.tsx';

const networkError = new ApiError(localFailure('common.network'));
const missingError = new ApiError(localFailure('common.notFound', 404));

function queryState(state: Partial<QueryState<string | null>>): QueryState<string | null> {
  return { data: undefined, error: null, isFetching: false, refetch: vi.fn(), ...state };
}

function renderPart(query: QueryState<string | null>): void {
  render(
    <QueryPart
      query={query}
      failed="Not shown"
      skeleton="Loading"
      refused={({ httpStatus }) => httpStatus === 404 && 'Nothing there'}
    >
      {(data) => <p>{data ?? 'No value'}</p>}
    </QueryPart>,
  );
}

describe('QueryPart', () => {
  test('shows the skeleton before the first answer', () => {
    renderPart(queryState({ isFetching: true }));
    screen.getByText('Loading');
  });

  test('shows the data, null too, and keeps them when a later load fails', () => {
    renderPart(queryState({ data: null, error: networkError }));
    screen.getByText('No value');
    expect(screen.queryByRole('status')).toBeNull();
  });

  test.each([
    ['of a failure can be copied', new ApiError(localFailure('common.unexpected', 500, 'A1B2C3')), 1],
    ['is not offered where the message has none', networkError, 0],
  ])('the number %s', (_, error, buttons) => {
    renderPart(queryState({ error }));
    expect(screen.queryAllByRole('button', { name: referenceText.copy })).toHaveLength(buttons);
  });

  test('shows the message of a failure and loads again by the button', () => {
    const query = queryState({ error: networkError });
    renderPart(query);
    expect(screen.getByRole('status').textContent).toContain('Not shown');
    expect(screen.getByRole('status').textContent).toContain(networkError.failure.message);
    fireEvent.click(screen.getByRole('button', { name: text.retry }));
    expect(query.refetch).toHaveBeenCalledOnce();
  });

  test('keeps the message while it loads again, with the button busy', () => {
    renderPart(queryState({ error: networkError, isFetching: true }));
    expect(screen.getByRole('button', { name: text.retry }).getAttribute('aria-busy')).toBe('true');
  });

  test('shows a failure that is an answer by `refused`; QueryFailure shows nothing without an error', () => {
    renderPart(queryState({ error: missingError }));
    screen.getByText('Nothing there');
    const { container } = render(<QueryFailure query={queryState({})} title="Not shown" />);
    expect(container.textContent).toBe('');
  });
});

describe('joinQueries', () => {
  test('has data when all queries have', () => {
    const one = queryState({ data: 'one' });
    expect(joinQueries({ one, other: queryState({}) }).data).toBeUndefined();
    expect(joinQueries({ one, other: queryState({ data: null }) }).data).toEqual({ one: 'one', other: null });
  });

  test('has the error of a query without data, and loads only that again', () => {
    const one = queryState({ data: 'one', error: networkError });
    const other = queryState({ error: missingError });
    expect(joinQueries({ one }).error).toBeNull();
    const joined = joinQueries({ one, other });
    expect(joined.error).toBe(missingError);
    joined.refetch();
    expect(one.refetch).not.toHaveBeenCalled();
    expect(other.refetch).toHaveBeenCalledOnce();
  });
});
