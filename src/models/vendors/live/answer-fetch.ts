/** The vendor took the request, and its answer begins; the SDK's own reader is passed by. */
export class Answered extends Error {
  constructor(readonly response: Response) {
    super('the answer is read by our own readers');
    this.name = 'Answered';
  }
}

/** `fetch` that follows no redirect: it would carry the key to an address that is not configured. */
export const fetchDirectly: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });

/**
 * `fetch` for an answer of a model: refusals go to the SDK.
 * @throws Answered for what is no refusal
 */
export const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await fetchDirectly(input, init);
  if (response.ok) throw new Answered(response);
  return response;
};
