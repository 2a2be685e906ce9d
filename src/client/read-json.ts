/** The longest body that is read, in characters. The interface's answers have a few hundred. */
export const LONGEST_BODY = 1_000_000;

/** Reads a JSON body up to the maximum length: a service must not fill the memory of the server that calls it. */
export const readJson = async ({ body }: Response): Promise<unknown> => {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (let text = ''; reader && text.length < LONGEST_BODY;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(text + decoder.decode()) as unknown;
    text += decoder.decode(value, { stream: true });
  }
  return reader?.cancel();
};
