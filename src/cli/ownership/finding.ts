/** One part of an issuer's set-up: right, or what is wrong and how to mend it. */
export type Finding =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: string; readonly remedy: string };

export const right = (text: string): Finding => ({ ok: true, text });
export const wrong = (text: string, remedy: string): Finding => ({ ok: false, text, remedy });

/** A line of the command's output. */
export const lineOf = (finding: Finding): string =>
  finding.ok ? `ok     ${finding.text}` : `wrong  ${finding.text} ${finding.remedy}`;

/** Errors of work that took too long. */
const LATE: readonly unknown[] = ['AbortError', 'TimeoutError', 'ECANCELLED'];

/** A short name of an error: its code, or else its message. */
export const nameOf = (error: unknown): string => {
  const { name, code, message } = error as { readonly [Member in 'name' | 'code' | 'message']?: unknown };
  if (LATE.includes(name) || LATE.includes(code)) return 'no answer in time';
  return String(code ?? message ?? error).slice(0, 100);
};

/** Text of a stranger, as it can be printed. */
export const quoted = (text: unknown): string => JSON.stringify(String(text).slice(0, 100));
