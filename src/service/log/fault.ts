import type { Redact } from './redact.js';

/** An error in the form of the log. */
interface LoggedFault {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Places in the code, innermost first; absent if not requested. */
  readonly stack?: readonly string[];
  readonly cause?: LoggedFault;
  readonly errors?: readonly LoggedFault[];
}

/** At most this many nested causes, and as many errors side by side, are logged. */
const MAX_DEPTH = 4;
const FRAMES = 20;

/** A place in code as the engine writes it: a text in a message never counts as one. */
const FRAME =
  /^ {4}at (?:[\w$.<>#[\] ]{1,130} \()?((?:file:\/\/|node:|\/)[\w/.@+~%-]{1,400}|<anonymous>|native)(?::\d+:\d+)?\)?$/;

const framesOf = ({ message, stack = '' }: Error, redact: Redact): string[] => {
  const at = stack.indexOf(message);
  // A message that was changed later may stand above the frames in another form.
  const shown = at < 0 ? redact(stack) : stack.slice(at + message.length);
  return shown
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim());
};

/** Options of logging a fault. */
interface FaultOptions {
  readonly redact: Redact;
  /** Whether to log the place in the code, for developers. */
  readonly showsStack: boolean;
}

/** An error with its causes. Properties that could contain an address or a key are left out. */
export const faultLogged = (fault: unknown, options: FaultOptions, depth = MAX_DEPTH): LoggedFault => {
  const { redact, showsStack } = options;
  if (!(fault instanceof Error)) return { type: typeof fault, message: redact(String(fault)) };
  const { cause } = fault;
  const { code } = fault as NodeJS.ErrnoException;
  const errors: readonly unknown[] = fault instanceof AggregateError ? fault.errors : [];
  return {
    type: /^\w{1,40}Error$/.test(fault.name) ? fault.name : 'Error',
    message: redact(fault.message),
    ...(typeof code === 'string' && { code: redact(code) }),
    ...(showsStack && { stack: framesOf(fault, redact) }),
    ...(cause !== undefined && depth > 0 && { cause: faultLogged(cause, options, depth - 1) }),
    ...(errors.length > 0 &&
      depth > 0 && { errors: errors.slice(0, MAX_DEPTH).map((each) => faultLogged(each, options, depth - 1)) }),
  };
};
