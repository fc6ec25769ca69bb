/** A call of the product from outside a browser; gives the answer whatever it is. */
export async function callProduct(
  productUrl: string,
  path: string,
  payload: object,
  pair?: { readonly login: string; readonly password: string },
): Promise<Record<string, unknown>> {
  const response = await fetch(productUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(pair && {
        authorization: `Basic ${Buffer.from(`${pair.login}:${pair.password}`).toString('base64')}`,
      }),
    },
    body: JSON.stringify(payload),
  });
  return (await response.json()) as Record<string, unknown>;
}
