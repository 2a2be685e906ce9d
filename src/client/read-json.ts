/** The longest body that is read, in characters. The interface's answers have a few hundred. */
const LONGEST_BODY = 1_000_000;

/** Reads a JSON body, but no longer one than the interface has: a server must not be filled by what it asks. */
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
