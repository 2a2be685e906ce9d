/** The end of an answer's head (RFC 9112 §2.1). */
const HEAD_END = '\r\n\r\n';

/** The octets of a whole answer at the start of the text; 0 while it is not whole. */
export const wholeLength = (received: string): number => {
  const head = received.indexOf(HEAD_END);
  if (head < 0) return 0;
  const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1]);
  if (Number.isNaN(length)) throw new Error(`An answer without Content-Length: ${received.slice(0, head)}`);
  const end = head + HEAD_END.length + length;
  return received.length >= end ? end : 0;
};
