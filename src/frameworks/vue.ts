import type { HTMLAttributes, PublicProps } from 'vue';
import type { EmailCheckElement } from '../element/email-check-element.js';
import type { EmailCheckEventMap } from '../element/events.js';
import type { Attributes, Properties } from './settings.js';

/** `EmailCheckVerdict` of `email-check-verdict`. */
type Pascal<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** Vue listens by either name: `onEmailCheckVerdict`, which templates compile to, and `onEmail-check-verdict`, the event's own. */
type Handlers = {
  [Type in keyof EmailCheckEventMap as `on${Pascal<Type> | Capitalize<Type>}`]?:
    ((event: EmailCheckEventMap[Type]) => void) | undefined;
};

type EmailCheckProps = HTMLAttributes & Attributes & Properties & Handlers;

declare module 'vue' {
  /** Components known to templates. */
  interface GlobalComponents {
    /** A field whose email address is checked. Around it stands the page's own `<input>`. */
    'email-check': new () => EmailCheckElement & { readonly $props: EmailCheckProps & PublicProps };
  }
  /** Elements known to JSX. */
  interface IntrinsicElementAttributes {
    'email-check': EmailCheckProps;
  }
}
